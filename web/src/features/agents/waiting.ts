/** Agents that this tab waits for on the chat channel: only the tab that asked saves what arrives. */
export const waitingFor = new Set<number>()
/** Agents whose chat is on screen in this tab. */
export const onScreen = new Set<number>()
