"""Moscow '41 (VentoNuovo Games): the German drive on Moscow, July to December 1941."""
