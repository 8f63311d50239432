/** How long the first view waits for the font at most: it is loaded beside the scripts, so hardly ever. */
const WAIT_MS = 500

/** Once the font can be used: letters in the place of its own would be as wide as another's, in this whole document. */
export const fontLoaded = (): Promise<unknown> =>
  Promise.race([
    document.fonts.load('1em "Inter Variable"').catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, WAIT_MS)),
  ])
