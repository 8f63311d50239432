/** The layer of popups of the page: a dialog, which the library puts at 200, covers it. */
export const BELOW_DIALOGS = 190
