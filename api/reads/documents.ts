import type { ProjectionName } from '#core/projections/projections.ts'
import { liveGeneration, liveSeq } from '#ledger/read-models/live-generation.ts'

const ofProjection = `company_id = $1 and projection = $2 and generation = ${liveGeneration('$1', '$2')}`

/** The seq that a projection has reached in the snapshot that is read; 0 before the projector has seen the company. */
export const seqQuery = (companyId: string, projection: ProjectionName) => ({
  name: 'live-seq',
  text: `select coalesce(${liveSeq('$1', '$2')}, 0) seq`,
  values: [companyId, projection],
})

/** One document of a projection, as `body`. */
export const documentQuery = (companyId: string, projection: ProjectionName, key: string) => ({
  name: 'document',
  text: `select body from document where ${ofProjection} and key = $3`,
  values: [companyId, projection, key],
})

/** All documents of a small projection, as `body`. */
export const documentsQuery = (companyId: string, projection: ProjectionName) => ({
  name: 'documents',
  text: `select body from document where ${ofProjection} order by key`,
  values: [companyId, projection],
})

/** Names that contain the text, whatever its capitals: those that begin with it first, then by name. */
export const namesQuery = (companyId: string, list: ProjectionName, search: string, most: number) => ({
  name: 'names',
  text: `
    select body ->> 'name' as name from document where ${ofProjection} and strpos(key, $3) > 0
    order by strpos(key, $3), key limit $4`,
  values: [companyId, list, search.trim().toLowerCase(), most],
})
