/** '2026-01-31', in UTC: for file names. */
export const today = () => new Date().toISOString().slice(0, 10)
