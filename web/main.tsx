import './tokens.css'
import './base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { followColorScheme } from './color-scheme.ts'
import { reloadForNewBuild } from './new-build.ts'
import { Screens } from './routes.tsx'
import { checkSession } from './session.ts'

reloadForNewBuild()
followColorScheme()
void checkSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Screens />
    </BrowserRouter>
  </StrictMode>,
)
