import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { THEME_CSS, themeCss } from '../../theme-css.ts'

/** The formatter changes no rule, only spaces and quotes. */
const bare = (css: string) => css.replaceAll(/\s+/g, '').replaceAll('"', "'").replaceAll(';}', '}')

test("the file of the theme's styles is what Mantine makes of the theme; else run node web/theme-css.ts", () => {
  assert.equal(bare(readFileSync(THEME_CSS, 'utf8')), bare(themeCss()))
})
