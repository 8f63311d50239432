/** Shows it at the bottom right of the window. Its component loads after the page, see app/shell.tsx. */
export const toast = (message: string) => void import('./toasts.tsx').then(({ show }) => show(message))
