/** Every path that crosses the network, in one place. A `:name` is filled in by {@link pathTo}. */
export const paths = {
  register: '/api/auth/register',
  login: '/api/auth/login',
  refresh: '/api/auth/refresh',
  logout: '/api/auth/logout',
  me: '/api/me',
  commands: '/api/commands',
  jobs: '/api/jobs',
  job: '/api/jobs/:jobId',
  jobHistory: '/api/jobs/:jobId/history',
  jobImages: '/api/jobs/:jobId/images',
  uploadImage: '/api/:companyId/uploadImage',
  image: '/assets/:companyId/:file',
  addJob: '/api/addJob',
  deleteJob: '/api/deleteJob',
  updateDescription: '/api/updateDescription',
  deleteImage: '/api/deleteImage',
  calendar: '/api/calendar',
  list: '/api/lists/:list',
  team: '/api/team',
  company: '/api/company',
  ledger: '/api/ledger',
  openapi: '/api/openapi.json',
  socket: '/socket',
  healthz: '/healthz',
  readyz: '/readyz',
  metrics: '/metrics',
} as const

/** A path with its parts filled in. pathTo(paths.job, { jobId }) */
export const pathTo = (path: string, parts: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))
