// Runs before the page is shown, which else would change its colors.
const stored = localStorage.getItem('docs-theme')
if (stored !== null) document.documentElement.dataset['theme'] = stored
