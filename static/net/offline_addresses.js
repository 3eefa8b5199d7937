/** The addresses of pages that a phone draws by itself: what table/engine_api.py and table/away.py answer. */
export const DRAWN = /^\/(?:$|new$|evenings$|e\/[^/]+$|m\/[^/]+(?:\/history|\/rul(?:ing|e)s|\/deal\/[^/]+(?:\/(?:amend|before)(?:\/[^/]+)?)?)?$)/;
