import { type ComponentType, lazy, useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { unhydrated } from '#core/wire/pages/unhydrated.ts'
import { guides, pages } from './pages.ts'

type Shown = {
  path: string
  /** The modules that make up the page: the build preloads their files with its HTML. */
  modules: readonly string[]
  load: () => Promise<ComponentType>
}

const auths = async () => (await import('./sign-in/auths-screen.tsx')).AuthsScreen
const guideModule = 'public/docs/guide-screen.tsx'
const guideScreen = async () => (await import('./docs/guide-screen.tsx')).guideScreen

/** The public pages and their screens, one entry each. No public page loads code of the signed-in area. */
export const shown: readonly Shown[] = [
  {
    path: pages.landing.path,
    modules: ['public/landing/landing-screen.tsx'],
    load: async () => (await import('./landing/landing-screen.tsx')).LandingScreen,
  },
  { path: pages.auths.path, modules: ['public/sign-in/auths-screen.tsx'], load: auths },
  { path: pages.login.path, modules: ['public/sign-in/auths-screen.tsx'], load: auths },
  {
    path: pages.forgot.path,
    modules: ['public/sign-in/forgot-password-screen.tsx'],
    load: async () => (await import('./sign-in/forgot-password-screen.tsx')).ForgotPasswordScreen,
  },
  {
    path: pages.pricing.path,
    modules: ['public/pricing/pricing-screen.tsx'],
    load: async () => (await import('./pricing/pricing-screen.tsx')).PricingScreen,
  },
  {
    path: pages.faq.path,
    modules: ['public/faq/faq-screen.tsx'],
    load: async () => (await import('./faq/faq-screen.tsx')).FaqScreen,
  },
  {
    path: pages.contact.path,
    modules: ['public/contact/contact-screen.tsx'],
    load: async () => (await import('./contact/contact-screen.tsx')).ContactScreen,
  },
  {
    path: pages.docs.path,
    modules: ['public/docs/docs-screen.tsx'],
    load: async () => (await import('./docs/docs-screen.tsx')).DocsScreen,
  },
  {
    path: guides.office.path,
    modules: [guideModule, 'docs/guide/office-manager.md'],
    load: async () => (await guideScreen())(guides.office, await import('guide:office-manager')),
  },
  {
    path: guides.field.path,
    modules: [guideModule, 'docs/guide/field-worker.md'],
    load: async () => (await guideScreen())(guides.field, await import('guide:field-worker')),
  },
  {
    path: guides.admin.path,
    modules: [guideModule, 'docs/guide/admin.md'],
    load: async () => (await guideScreen())(guides.admin, await import('guide:admin')),
  },
  {
    path: guides.connections.path,
    modules: [guideModule, 'docs/guide/connections.md'],
    load: async () => (await guideScreen())(guides.connections, await import('guide:connections')),
  },
  {
    path: pages.reference.path,
    modules: [guideModule, 'docs/guide/api.md'],
    load: async () => (await guideScreen())(pages.reference, await import('guide:api')),
  },
  {
    path: pages.verify.path,
    modules: ['public/verify/verify-screen.tsx'],
    load: async () => (await import('./verify/verify-screen.tsx')).VerifyScreen,
  },
  {
    path: pages.privacy.path,
    modules: ['public/legal/privacy-screen.tsx'],
    load: async () => (await import('./legal/privacy-screen.tsx')).PrivacyScreen,
  },
  {
    path: pages.terms.path,
    modules: ['public/legal/terms-screen.tsx'],
    load: async () => (await import('./legal/terms-screen.tsx')).TermsScreen,
  },
]

const lazily = ({ path, load }: Shown) => {
  const Screen = lazy(async () => ({ default: await load() }))
  const element = (
    <>
      <Screen />
      <Hydrated />
    </>
  )
  return <Route key={path} path={path} element={element} />
}

/** Beside a page's screen, and with it: React has taken the page over. */
function Hydrated() {
  useEffect(() => document.querySelector(`[${unhydrated}]`)?.removeAttribute(unhydrated), [])
  return null
}

const routes = shown.map(lazily)

/** Not prerendered: what they show depends on the link. */
const SetPasswordScreen = lazy(async () => ({
  default: (await import('./sign-in/set-password-screen.tsx')).SetPasswordScreen,
}))

const ConfirmEmailScreen = lazy(async () => ({
  default: (await import('./sign-in/confirm-email-screen.tsx')).ConfirmEmailScreen,
}))

/** Every address outside the signed-in area; unknown ones redirect to the landing page. */
export const PublicPages = () => (
  <Routes>
    {routes}
    <Route path="/set-password" element={<SetPasswordScreen />} />
    <Route path="/confirm-email" element={<ConfirmEmailScreen />} />
    <Route path="/docs/*" element={<Navigate to={pages.docs.path} replace />} />
    <Route path="*" element={<Navigate to={pages.landing.path} replace />} />
  </Routes>
)
