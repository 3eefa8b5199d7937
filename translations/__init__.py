"""The catalogues, one .po a language, and what finds the texts they must hold: `./run words` brings them up to date."""
