import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // See there: the library writes style elements.
  resolve: { alias: { 'react-style-singleton': join(import.meta.dirname, 'src/app/style-sheets.ts') } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
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
