import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/src/kernel/kernel.tables.ts',
    './server/src/adapters/**/*.tables.ts',
    './server/src/domains/**/*.tables.ts',
  ],
  out: './server/src/db/migrations',
  casing: 'snake_case',
})
