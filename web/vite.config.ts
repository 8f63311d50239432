import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const LATIN = 'inter-latin-wght-normal'

/**
 * The font is loaded beside the scripts and is there for the first letters, or is not used in this document: in the place of
 * another one it would move what can be pressed. Other alphabets stand in names alone, and may come later.
 */
const fontFirst: Plugin = {
  name: 'font-first',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('@fontsource-variable/inter/wght.css')
      ? code.replace(/font-display: swap(?=[^}]*inter-latin-wght-normal)/, 'font-display: optional')
      : null,
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.includes(LATIN))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), fontFirst],
  // See there: the library writes style elements.
  resolve: { alias: { 'react-style-singleton': join(import.meta.dirname, 'src/app/style-sheets.ts') } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // One style sheet: no look depends on the order in which parts are loaded, and none waits for a request of its own.
    cssCodeSplit: false,
    target: 'es2023',
    // Data URLs would ask for exceptions in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The doors and the contract only say what there is: what a page takes from one does not bring the rest of it along.
      treeshake: {
        moduleSideEffects: [{ test: /features\/[^/]+\/index\.ts$|\/contract\/src\//, sideEffects: false }],
      },
    },
  },
})
