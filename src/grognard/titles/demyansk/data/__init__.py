"""The data of *Demyansk Shield* and what reads them."""
