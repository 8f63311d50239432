/** The longest that the first view waits for the font: it loads beside the scripts, so it hardly ever waits. */
const WAIT_MS = 500

/** Resolves when the font can be used: letters drawn before would keep another font's widths in this whole document. */
export const fontLoaded = (): Promise<unknown> =>
  Promise.race([
    document.fonts.load('1em "Inter Variable"').catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, WAIT_MS)),
  ])
