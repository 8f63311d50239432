/**
 * The styles that Mantine's provider would write into the page, as the file src/app/mantine-theme.css: the content
 * security policy allows no style elements. `node web/theme-css.ts` writes it; a test holds that it is current.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { theme } from './src/app/theme.ts'

export const THEME_CSS = join(import.meta.dirname, 'src/app/mantine-theme.css')

/** Variables that differ from Mantine's own, and the classes that hide by width. */
export function themeCss(): string {
  const markup = renderToStaticMarkup(createElement(MantineProvider, { theme }, 'x'))
  const styles = [...markup.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css ?? '')
  if (styles.length !== 2) throw new Error(`Mantine writes ${styles.length} styles where it wrote 2`)
  return styles.join('')
}

if (import.meta.main) writeFileSync(THEME_CSS, themeCss())
