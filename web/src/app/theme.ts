/** One accent, one font; everything else is in tokens.css. */
import {
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineProviderProps,
} from '@mantine/core'
import { storedScheme, storeScheme, onScheme } from '#wire/storage/scheme.ts'

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  colors: {
    // The sixth is the accent 9333EA, the colour of a group by default.
    accent: [
      '#faf5ff',
      '#f3e8ff',
      '#e9d5ff',
      '#d8b4fe',
      '#c794fb',
      '#a855f7',
      '#9333ea',
      '#7e22ce',
      '#6b21a8',
      '#581c87',
    ],
  },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
})

/** Stores the choice under darkMode ('true' or 'false'); without one the system decides. */
export function schemeManager(): MantineColorSchemeManager {
  let stop = () => {}
  return {
    get: (fallback) => storedScheme() ?? fallback,
    set: (scheme: MantineColorScheme) => storeScheme(scheme),
    subscribe: (changed) => {
      stop = onScheme(changed)
    },
    unsubscribe: () => stop(),
    clear: () => storeScheme('auto'),
  }
}

/** Its styles are the file mantine-theme.css: the content security policy allows no style elements. */
export const providerProps: Omit<MantineProviderProps, 'children'> = {
  theme,
  colorSchemeManager: schemeManager(),
  defaultColorScheme: 'auto',
  withCssVariables: false,
  withGlobalClasses: false,
}
