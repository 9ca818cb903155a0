import type { Rolldown } from 'vite'

const roots = ['web', 'core', '@mantine/core/esm/components', '@tabler/icons-react/dist/esm/icons'].join('|')
/** Matches modules by their paths below a root, without their endings; the parts are regular expressions. */
const anyOf = (...modules: string[]) => new RegExp(`/(?:${roots})/(?:${modules.join('|')})\\.(?:tsx?|mjs|css)$`)

/** What several signed-in screens share, and what follows the first screen on every page. */
const common = [
  '(TextInput|Textarea|Switch|Accordion)/.+',
  'Icon(AlertCircle|ArrowRight|Building|CalendarEvent|Camera|Car|Chevron(Left|Right)|DoorOff|Edit|Key)',
  'Icon(Copy|MapPinCheck|Navigation|Phone|Trash)',
  'ui/(card|before-after|states/(read-state|empty-state)|time/(today|use-now)|fields/(plain-select|found-count)|use-typed-draft)',
  'sync/(read-now|ready-offline|device/calls|connection/listen|photos/(start-photo-queue|wifi-only))',
  'sync/ledger/(use-jobs|besides-tasks)',
  'sync/reads/(calendar|history|image-urls|job|parts|people|todos)',
  'frame/(place-count|more-sheet|toast-keys)',
  'features/(update/new-build|plan/plan-line|offline/(clashes/asks-here|refused-toasts|send-later|unsent-badge|storage/(forgetful-(dialog|window)|copy-link))|palette/palette-host|history/(history-times|history.module))',
  'features/(schedule/(visit-times|announce-booking)|visit/(access-note|directions|way-to-site)|on-site/(stay-words|use-visit))',
  'model/money',
  'app/after-page',
  'features/images/plain-rows',
]

/** What the first signed-in screen shares with public pages: small parts, each of which would cost a request. */
const everywhere = [
  'app/main',
  'client/call',
  'company/plans',
  'member/(colours|names)',
  'model/(erased-text|label|old-shapes|upcast)',
  'ui/(number-format|marks/(logo|person|status-badge|task-mark))',
  'Icon(AlertTriangle|Check|FileText|Plus|ShieldCheck)',
]

/** What a job shows later: other tabs, menus, and cards below the first. */
const jobCards = [
  'screens/job/(history/history-rail|past/past-job-cards|tasks/(status-menu|new-task))',
  'screens/job/cards/(parts-card|notices/job-notices)',
]

/**
 * How scripts are split. Whatever a page adds to the pages before it comes as one file with all its imports: many small files
 * compress worse, each costs a request, and each is listed in every preload list. The first matching group takes a module;
 * the rest is split by the screens that use it.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  // Read-only pages load this and nothing else.
  { name: 'color-scheme', test: anyOf('style/color-scheme') },
  { name: 'shell', test: anyOf(...everywhere) },
  // Each public page gets its own code, and nothing that only the signed-in area needs.
  { name: 'public', test: anyOf('public/.+'), entriesAware: true },
  // With the first screen after signing in: other screens share its fields, buttons and badges.
  { name: 'signed-in', test: anyOf('app/signed-in', 'screens/jobs/jobs-screen') },
  { name: 'jobs-table', test: anyOf('screens/jobs/table') },
  // Its controls follow it at once; dialogs and other screens share their fields and menus.
  {
    name: 'controls',
    test: anyOf(
      'screens/jobs/(filters/filters|saved-views/(views|phone-views|save-view)|chips|sort-select|no-jobs|dashboard-filter-chip|selection/selection(-layer)?)',
    ),
  },
  // Whatever gives commands shares the rules that decide on them, and the schemas, also of what the device keeps.
  {
    name: 'rules',
    test: anyOf('sync/ledger/dispatch', 'wire/(jobs/(jobs|calendar)|parts|todos|push|account/(team|session))'),
  },
  // The dialog of a visit shares these with the calendar by person, which needs no dialog to show.
  { name: 'lanes', test: anyOf('job/(lanes/.+|visit/visit-length|overlaps/booking-clashes)', 'time/time-of-day') },
  { name: 'dialogs', test: anyOf('ui/dialogs/form-dialog') },
  {
    name: 'dates',
    test: /\/node_modules\/@mantine\/dates\/|\/(features\/schedule\/schedule-form|ui\/fields\/date-field|core\/time\/typed-day)\.tsx?$/,
  },
  { name: 'common', test: anyOf(...common) },
  {
    name: 'history',
    test: anyOf(
      'features/history/(history-(authors|changed-fields|kind-names)|use-load-on-scroll)',
      'history/(bursts/(command-groups|net-effect)|kinds)',
    ),
  },
  // Histories and the check of evidence need it, and no first screen.
  { name: 'erasure', test: anyOf('erasure/erasure') },
  // What is done with a job's history, also from the company's.
  {
    name: 'job-history',
    test: anyOf(
      'features/(history/(history-actions|undo/(put-back|use-undo))|proof/proof-badge)',
      'sync/reads/job-history/.+',
    ),
  },
  // What lists with cards share; each alone would be a file of a few lines.
  { name: 'list-page', test: anyOf('ui/(list-page.module|marks/highlighted)') },
  { name: 'parts', test: anyOf('features/part/(delivery|lazy-part-dialog|status-select)') },
  { name: 'job', test: anyOf('screens/job/job-screen') },
  { name: 'job-cards', test: anyOf(...jobCards) },
  { name: 'job-dialogs', test: anyOf('features/job-dialogs/(edit-job|new-job|schedule-job|warning-dialog)') },
  { name: 'times', test: anyOf('ui/fields/time-input', 'time/typed-time') },
]

/** Chunks shared by public pages are named after all of them; the first word is enough. */
const short = (name: string) => name.replace(/~.*/, '')

/**
 * The scripts that a chunk preloads together with one that it imports later. The first screen's chunks list style sheets only:
 * what they import comes once the screen shows, and their lists of scripts were a thirtieth of its load. No script lists what every
 * page has loaded before.
 */
export function preloadedWith(deps: string[], { hostId, hostType }: { hostId: string; hostType: 'html' | 'js' }) {
  if (hostType === 'html') return deps
  const isOfFirstScreen = /\/(signed-in|jobs)-/.test(hostId)
  return deps.filter((name) => name.endsWith('.css') || !(isOfFirstScreen || isLoaded.test(name)))
}

const isLoaded = /\/(rolldown-runtime|shell|color-scheme|signed-in)-[^/]+\.js$/

/** Hashes are of seven characters, the fewest that a build takes: every script names dozens of others, and hashes do not compress. */
export const chunks: Rolldown.OutputOptions = {
  codeSplitting: { groups },
  chunkFileNames: ({ name }) => `static/${short(name)}-[hash:7].js`,
  assetFileNames: ({ names: [name = ''] }) => `static/${name.includes('~') ? short(name) : '[name]'}-[hash:7][extname]`,
}
