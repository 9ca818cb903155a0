import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileOfSite, SiteAnswer } from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { type ShownFile, sayDeleted } from '#web/features/files/file-row.tsx'
import { FilesList } from '#web/features/files/files-list.tsx'
import { saveSite } from '#web/features/site/save-site.ts'
import { useSiteFiles } from '#web/sync/reads/sites/site-reads.ts'
import { useMay } from '#web/sync/rights.ts'
import listStyles from '#web/ui/list.module.css'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { holdDeletion, useHeldFiles } from './held-files.ts'

/** The files of a site and of what was merged into it, a page at a time. The office changes them; the team sees what it was given. */
export function SiteFiles({ answer: { site, merged } }: { answer: SiteAnswer }) {
  const { siteId } = site
  const [page, setPage] = useState(1)
  const read = useSiteFiles(siteId, page)
  const mayEdit = useMay('editJob')
  const queries = useQueryClient()
  const held = useHeldFiles(({ ids }) => ids)
  const save = (type: 'ShareSiteFile' | 'TakeBackSiteFile' | 'DeleteSiteFile', { siteId: of, fileId }: FileOfSite) =>
    saveSite(queries, { type, data: { siteId: of, fileId } }, { keepalive: true }).catch((error: Error) =>
      toast.failure(errorMessage(error)),
    )
  const shown = (file: FileOfSite): ShownFile => ({
    file,
    isForTeam: file.isForTeam,
    from: merged.find((one) => one.siteId === file.siteId)?.name,
    path: pathTo(paths.siteFile, { siteId: file.siteId, fileId: file.fileId }),
    onGive: mayEdit ? () => void save(file.isForTeam ? 'TakeBackSiteFile' : 'ShareSiteFile', file) : undefined,
    onDelete: mayEdit
      ? () =>
          sayDeleted(
            file.name,
            holdDeletion(file.fileId, async () => void (await save('DeleteSiteFile', file))),
          )
      : undefined,
  })
  const { files = [], totalPages = 0, totalResults = 0 } = read.data ?? {}
  const left = files.filter(({ fileId }) => !held.has(fileId))
  return (
    <FilesList
      to={{ siteId }}
      mayAttach={mayEdit}
      files={left.map(shown)}
      count={totalResults - (files.length - left.length)}
      foot={
        totalPages > 1 && (
          <div className={listStyles.foot}>
            <span className={listStyles.said} />
            <Pager page={Math.min(page, totalPages)} totalPages={totalPages} onPage={setPage} />
          </div>
        )
      }
    >
      {read.data ? undefined : (
        <ReadState
          read={read}
          failed={(error) => `Failed to load the files: ${errorMessage(error)}`}
          offline="The files of this site are not on this device."
          skeleton={<SkeletonRows rows={2} columns={{ file: 200, readers: 80 }} />}
        >
          {() => null}
        </ReadState>
      )}
    </FilesList>
  )
}
