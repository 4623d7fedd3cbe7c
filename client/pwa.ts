// What makes the app one that a browser keeps: its service worker, which holds the shell and the hashed files so that
// the app opens without the server, and its manifest. The worker answers for the app's own pages and files only; the
// API, sockets and sign-in always go to the server.
import { VitePWA } from 'vite-plugin-pwa'

/** As in `web/router/route.ts`: every address the app itself shows a page for. */
const APP_PAGES = [/^\/(\?|$)/, /^\/s\/[^/?]+\/?(\?|$)/, /^\/join\/[^/?]+\/?(\?|$)/]

export function webAppKeeping(): ReturnType<typeof VitePWA> {
  return VitePWA({
    strategies: 'generateSW',
    filename: 'sw.js',
    // The app registers it by itself, says when a new one waits, and hands over (`features/keeping-the-app`).
    injectRegister: null,
    registerType: 'prompt',
    includeManifestIcons: false,
    manifest: {
      id: '/',
      name: 'Coppice',
      short_name: 'Coppice',
      description: 'Conversations with language models as trees, written together.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#fbfbf9',
      theme_color: '#2a7448',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
    },
    workbox: {
      globPatterns: ['index.html', 'theme.js', 'favicon.svg', 'assets/*.{js,css,woff2}'],
      navigateFallback: '/index.html',
      navigateFallbackAllowlist: APP_PAGES,
      cleanupOutdatedCaches: true,
      // The first page that loads keeps what it has not loaded yet as well.
      clientsClaim: true,
      skipWaiting: false,
      // One file, so that nothing of it is outside of `assets` but itself.
      inlineWorkboxRuntime: true,
      sourcemap: false,
    },
  })
}
