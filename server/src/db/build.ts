/** Run by `npm run prepare`: makes the template of the embedded database. */
import { buildTemplate } from './template.ts'

await buildTemplate()
