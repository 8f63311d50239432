/** Imported before any schema: zod would else try `new Function`, which the content security policy forbids. */
import * as z from 'zod/mini'

z.config({ jitless: true })
