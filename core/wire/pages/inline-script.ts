import { keepEarlySubmission } from './early-submission.ts'
import { retryLoading } from './retry-loading.ts'
import { holdHistory } from './unhydrated.ts'

/** The one inline script of every page. The server allows it by its hash. */
export const inlineScript = `${retryLoading};\n${keepEarlySubmission};\n${holdHistory}`
