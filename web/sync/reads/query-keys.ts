/** The query keys of everything the server is asked for, so that a push finds the queries it affects. */
export const keys = {
  jobs: ['jobs'],
  parts: ['parts'],
  sites: ['sites'],
  recurring: ['recurring'],
  dashboard: ['dashboard'],
  deadlines: ['deadlines'],
  todos: ['todos'],
  notifications: ['notifications'],
  views: ['views'],
  viewCounts: ['view-counts'],
  job: (jobId: string) => ['job', jobId],
  history: (jobId: string) => ['history', jobId],
  historyNews: (jobId: string) => ['history-news', jobId],
  images: (jobId: string) => ['images', jobId],
  team: ['team'],
  me: ['me'],
}
