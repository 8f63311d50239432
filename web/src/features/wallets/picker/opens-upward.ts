const ROOM = 400

/**
 * A dropdown opens upward if there are less than 400px of room below and more room above. Pixels, measured by the
 * browser.
 */
export function opensUpward(box: { top: number; bottom: number }, windowHeight: number): boolean {
  const below = windowHeight - box.bottom
  return below < ROOM && box.top > below
}
