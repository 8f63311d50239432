import { useLocation } from 'react-router'

/** Tells whether the page is in a frame of another page of the console. */
export const useEmbedded = (): boolean => new URLSearchParams(useLocation().search).get('embedded') === '1'
