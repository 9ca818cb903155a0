/** The codings in which a build has its scripts and style sheets beside the plain ones, and how the names of those files end. */
export const compressedEndings = { br: '.br', gzip: '.gz' } as const
