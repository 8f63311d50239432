/** Says it at the bottom right of the window. What shows it comes after the page, see app/shell.tsx. */
export const toast = (message: string) => void import('./toasts.tsx').then(({ show }) => show(message))
