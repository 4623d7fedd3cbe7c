// Builds the web app into `dist`, and serves it in development with the Coppice server behind a proxy.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { webAppKeeping } from './pwa.ts'

/** Origin of the server that development talks to. */
const server = process.env['COPPICE_DEV_SERVER'] ?? 'http://127.0.0.1:4180'

export default defineConfig({
  plugins: [react(), tailwindcss(), webAppKeeping()],
  build: {
    target: 'es2023',
    // `light-dark()` is used as it is written.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Fonts stay files: the content policy allows them from here only.
    assetsInlineLimit: 0,
    // The Markdown chunk, which comes only with the first answer on screen, is above the 500 kB that Vite warns from.
    chunkSizeWarningLimit: 560,
  },
  server: {
    // The Host header stays the page's own, so that the server's check of the Origin sees one and the same site.
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/signin': { target: server, changeOrigin: false },
      '/ws': { target: server, changeOrigin: false, ws: true },
    },
  },
})
