const ROOM = 400

/** A dropdown opens upward with under 400px of room below and more room above. Pixels, as the browser measures them. */
export function opensUpward(box: { top: number; bottom: number }, windowHeight: number): boolean {
  const below = windowHeight - box.bottom
  return below < ROOM && box.top > below
}
