import { createRoot } from 'react-dom/client'
import { Application } from './application.tsx'
import { applyTheme, currentTheme } from './theme.ts'

applyTheme(currentTheme())
const root = document.querySelector('#app')
if (root) createRoot(root).render(<Application />)
