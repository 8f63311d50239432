/** The language of the desk: all intents. One for the process. */
import { intents } from './intents/index.ts'
import { createLanguage } from './interpret.ts'

export const language = createLanguage(intents)
