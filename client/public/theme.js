// Sets the chosen theme before the first paint. A file of its own, because the content policy allows no inline scripts.
// The rest of the theme lives in src/web/theme/theme.ts; the storage key is the same there.
try {
  const chosen = localStorage.getItem('coppice.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch (error) {
  console.info('The theme follows the system, since this page may not use its storage.', error)
}
