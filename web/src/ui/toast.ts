/** Says it at the bottom right of the page. What shows it comes after the page, see app/news.tsx. */
export const toast = (message: string) => void import('./toasts.tsx').then(({ show }) => show(message))
