// Runs before the first paint, so that no page flashes in the wrong colours. Same key as contract/src/storage.ts.
;(() => {
  let dark = matchMedia('(prefers-color-scheme: dark)').matches
  try {
    const kept = localStorage.getItem('darkMode')
    if (kept === 'true' || kept === 'false') dark = kept === 'true'
  } catch {
    // Storage may be forbidden: the system's choice stands.
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
