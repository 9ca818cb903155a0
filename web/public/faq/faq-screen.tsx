import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { pages } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { SidePage } from '#web/public/side-page.tsx'
import { FaqAnswer } from './faq-answer.tsx'
import { type Category, questions } from './faq-questions.ts'
import styles from './faq-screen.module.css'

const tabs: Record<Category, string> = {
  general: 'General',
  features: 'Features',
  pricing: 'Pricing',
  technical: 'Technical',
}
const categories: readonly Category[] = ['general', 'features', 'pricing', 'technical']

/** Questions under four tabs. The address holds the tab and the open answers, for Back, reload and shared links. */
export function FaqScreen() {
  const [parameters, setParameters] = useSearchParams()
  // The prerendered HTML ignores the address, so hydration starts the same way and then applies it.
  const { shown, open } = read(useHydrated() ? parameters : nothing)

  const keep = (tab: Category, answers: readonly string[]) =>
    setParameters([['tab', tab], ...answers.map((answer): [string, string] => ['answer', answer])], { replace: true })
  const go = (tab: Category) => keep(tab, inAddress().open)
  const toggle = (id: string) => {
    const now = inAddress()
    keep(now.shown, now.open.includes(id) ? now.open.filter((one) => one !== id) : [...now.open, id])
  }
  const move = (event: KeyboardEvent, from: number) => {
    const to = next(event.key, from)
    const category = to === undefined ? undefined : categories.at(to)
    if (!category) return
    event.preventDefault()
    go(category)
    document.getElementById(`tab-${category}`)?.focus()
  }

  return (
    <PublicFrame page={pages.faq}>
      <SidePage
        title="Questions, answered"
        lead="How Fettle works for the office, the field team and the business owner."
        notesLast
        notes={[
          {
            title: 'Still stuck?',
            text: 'We reply within 24 hours.',
            after: (
              <a href={pages.contact.path} className={styles.support}>
                Contact Support
              </a>
            ),
          },
        ]}
      >
        <div className={styles.tabs} role="tablist" aria-label="Categories" data-needs-script>
          {categories.map((category, at) => (
            <button
              key={category}
              type="button"
              role="tab"
              id={`tab-${category}`}
              aria-selected={category === shown}
              aria-controls={`panel-${category}`}
              tabIndex={category === shown ? 0 : -1}
              onKeyDown={(event) => move(event, at)}
              onClick={() => go(category)}
            >
              {tabs[category]}
            </button>
          ))}
        </div>
        {categories.map((category) => (
          <div
            key={category}
            role="tabpanel"
            id={`panel-${category}`}
            aria-labelledby={`tab-${category}`}
            hidden={category !== shown}
            data-unfolds
          >
            {questions[category].map((one) => (
              <FaqAnswer key={one.id} {...one} open={open.includes(one.id)} onToggle={() => toggle(one.id)} />
            ))}
          </div>
        ))}
      </SidePage>
    </PublicFrame>
  )
}

const read = (params: URLSearchParams) => ({
  shown: categories.find((category) => category === params.get('tab')) ?? 'general',
  open: params.getAll('answer'),
})
/** The address updates before the screen does, so a quick second click builds on the first. */
const inAddress = () => read(new URLSearchParams(location.search))
const nothing = new URLSearchParams()
const last = categories.length - 1

/** The tab that a key moves to, wrapping at both ends. */
function next(key: string, at: number) {
  if (key === 'ArrowRight') return at === last ? 0 : at + 1
  if (key === 'ArrowLeft') return at === 0 ? last : at - 1
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

const never = () => () => undefined
/** False during hydration, true afterwards. */
const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
