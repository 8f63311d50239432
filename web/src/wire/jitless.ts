/** Imported before any schema: zod would try `new Function` otherwise, which the content security policy forbids. */
import * as z from 'zod/mini'

z.config({ jitless: true })
