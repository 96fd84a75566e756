"""The data of Leningrad '41 and what reads them."""
