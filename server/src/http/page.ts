// The few pages the server writes itself: when a sign-in link is no good, and when the web app is not there.

/** A whole page with one message. The texts are ours, never a visitor's: they are not escaped. */
export function messagePage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} – Coppice</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem }
      h1 { font-size: 1.25rem }
      code { font-size: 0.95em }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${text}</p>
  </body>
</html>
`
}
