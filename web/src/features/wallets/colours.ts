/** What the field accepts while a colour is typed, and what a complete colour is. */
export const mayBecomeColor = (text: string) => /^#[0-9a-f]{0,6}$/i.test(text)
export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
