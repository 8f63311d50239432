/** Tells whether a text may become a colour while it is typed, and whether it is a complete one. */
export const mayBecomeColor = (text: string) => /^#[0-9a-f]{0,6}$/i.test(text)
export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
