"""Review of past evenings: what was won, by whom, and how sure that is. The mathematics knows no database."""
