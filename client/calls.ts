// Written by `npm run client` from the description of the API. Changes here are lost.

/** The calls that an API key may make. */
export type Calls = {
  /** A page of jobs. For all members. API keys need `jobs:read`. */
  "GET /api/jobs": {
    query?: {
      status?: "pending" | "booked" | "completed" | "cancelled" | "quote sent" | "to estimate"
      warning?: "none" | "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
      type?: "apartmentName" | "all" | "agency" | "workOrder"
      search?: string
      person?: string
      agency?: string
      site?: string
      visit?: string
      among?: "mine" | "today" | "ready" | "unassigned" | "toInvoice" | "needsVisit"
      only?: "open" | "overdue"
      completed?: string
      visits?: "unassigned" | string
      sort?: "jobRef" | "apartmentName" | "createdAt" | "jobStart" | "urgency"
      direction?: "asc" | "desc"
      page?: string
      after?: string
    }
    answer: {
      jobs: Array<{
        jobId: string
        jobRef: string
        jobStatus: "pending" | "booked" | "completed" | "cancelled" | "quote sent" | "to estimate"
        warning: "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
        apartmentName: string
        createdAt: string
        jobStart?: string
        jobEnd?: string
        assignedTo: Array<string>
        images: number
        notes: number
        readyTasks: Array<string>
        office?: {
          workOrder: string
          agency: string
        }
      }>
      totalPages: number
      totalResults: number
      seq: number
    }
  }
  /** A job as it is now, or as it was at a version or an instant, with its newest 50 comments. For all members. API keys need `jobs:read`. */
  "GET /api/jobs/{jobId}": {
    path: {
      jobId: string
    }
    query?: {
      version?: string
      at?: string
      note?: string
      after?: string
    }
    answer: {
      job: {
        jobId: string
        jobRef: string
        apartmentName: string
        apartmentId?: string
        createdAt: string
        jobStatus: "pending" | "booked" | "completed" | "cancelled" | "quote sent" | "to estimate"
        warning: "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
        jobPriority: number
        jobBookingId?: string
        jobStart?: string
        jobEnd?: string
        access?: string
        assignedTo: Array<string>
        jobDescriptions: Array<{
          taskId: string
          description: string
          status: "not completed" | "completed" | "to estimate"
          ready: boolean
        }>
        extraNotes: Array<{
          noteId: string
          note: string
          mentions?: Array<string>
          linkId?: string
          userId: string
          userRole: string
          timestamp: string
        }>
        olderNotes?: number
        images: Array<{
          imageId: string
          src: string
          description: string
          width?: number
          height?: number
          takenAt?: string
          linkId?: string
          reportId?: string
          userId: string
          userRole: string
          timestamp: string
        }>
        pairs?: Array<{
          pairId: string
          before?: {
            imageId: string
            userId: string
            userRole: string
            timestamp: string
          }
          after?: {
            imageId: string
            userId: string
            userRole: string
            timestamp: string
          }
        }>
        attachments?: Array<{
          fileId: string
          src: string
          name: string
          size: number
          kind: "pdf" | "email" | "outlook-email" | "word" | "word-97" | "excel" | "excel-97" | "powerpoint" | "powerpoint-97" | "odf-text" | "odf-spreadsheet" | "odf-presentation" | "photo"
          macros?: true
          userId: string
          userRole: string
          timestamp: string
        }>
        photosLeftOut?: {
          reason: string
          userId: string
          userRole: string
          timestamp: string
        }
        signatures?: Array<{
          signatureId: string
          name: string
          signer: "tenant" | "landlord" | "agent" | "concierge" | "other"
          strokes: string
          digest: string
          signedFor: Array<string>
          userId: string
          userRole: string
          timestamp: string
        }>
        notSigned?: Array<{
          signatureId: string
          reason: "not at home" | "did not want to" | "not needed"
          userId: string
          userRole: string
          timestamp: string
        }>
        nextVisitHours: number
        nextVisitPeople: number
        arrivals?: Array<{
          arrivalId: string
          jobBookingId: string
          userId: string
          arrivedAt: string
          leftAt?: string
          recordedAt: string
          changed?: string
          booked?: {
            jobStart: string
            jobEnd: string
          }
          versions: Array<number>
        }>
        noAccess?: Array<{
          noAccessId: string
          jobBookingId: string
          why: "nobody in" | "refused" | "wrong time" | "unsafe" | "no keys" | "wrong address"
          tried: Array<"knocked" | "rang the bell" | "called the tenant" | "called the office" | "left a card">
          tenantCalledAt?: string
          officeCalledAt?: string
          atDoorFrom?: string
          note: string
          imageId: string
          position?: string
          userId: string
          happenedAt: string
          recordedAt: string
          booked?: {
            jobStart: string
            jobEnd: string
          }
        }>
        wereAssigned?: Record<string, Array<string>>
        onTheWay?: Array<{
          onWayId: string
          jobBookingId: string
          userId: string
          saidAt: string
          expectedAt?: string
          booked?: {
            jobStart: string
            jobEnd: string
          }
          said: number
        }>
        visitConfirmed?: {
          jobBookingId: string
          jobStart: string
          jobEnd: string
          timestamp: string
        }
        duties?: Array<{
          dutyId: string
          awareAt: string
          hazard?: "damp and mould" | "excess cold" | "excess heat" | "falls" | "structural collapse" | "fire" | "explosion" | "electrical" | "carbon monoxide" | "gas" | "asbestos" | "lead" | "hygiene and pests" | "food safety" | "drains and sewage" | "water supply" | "burns and scalds" | "intruders" | "lighting" | "noise" | "other"
          severity?: "emergency" | "significant"
          rule?: string
          level?: {
            levelId: string
            name: string
            limit: {
              amount: number
              unit: "hours" | "working days" | "days"
            }
          }
          holidays?: "england-and-wales" | "scotland" | "northern-ireland"
          deadlines: Array<{
            step: "investigate" | "make safe" | "summary" | "further work" | "repair" | "finish"
            from: "aware" | "investigated"
            startedAt: string
            due: string
            latest?: string
            met?: {
              at: string
              by: string
              proof: "visit" | "photos" | "document" | "comment" | "call" | "other"
              note: string
              found?: "emergency" | "significant" | "no hazard"
            }
            missedAt?: string
            firstDue?: string
          }>
          ended?: {
            ending: "recorded by mistake" | "consent refused" | "tenant moved out" | "other"
            at: string
          }
        }>
        lastModified: string
        version: number
        office?: {
          createdBy: string
          workOrder: string
          agency: string
          receivedBy: string
          invoice: string
          invoiceVat?: "standard" | "reduced" | "zero-rated" | "exempt" | "reverse charge" | "reverse charge, reduced"
          invoicedAt?: string
          invoicesBefore?: Array<{
            invoice: string
            invoicedAt: string
          }>
          prices: Record<string, number>
          corrections?: Record<string, {
            happenedAt: string
            reason: string
          }>
          attachments?: Array<{
            fileId: string
            src: string
            name: string
            size: number
            kind: "pdf" | "email" | "outlook-email" | "word" | "word-97" | "excel" | "excel-97" | "powerpoint" | "powerpoint-97" | "odf-text" | "odf-spreadsheet" | "odf-presentation" | "photo"
            macros?: true
            userId: string
            userRole: string
            timestamp: string
          }>
          duties?: Record<string, {
            report?: {
              reportedBy: string
              reportedHow: "phone" | "email" | "message" | "in person" | "letter" | "seen on site" | "other"
              words: string
            }
            explanations: Array<{
              step?: "investigate" | "make safe" | "summary" | "further work" | "repair" | "finish"
              reason: string
              userId: string
              timestamp: string
            }>
            offers: Array<{
              offerId: string
              offeredAt: string
              answer: "waiting" | "accepted" | "declined"
              note: string
              userId: string
              timestamp: string
            }>
            summaries: Array<{
              summaryId: string
              found: string
              work: string
              stay: string
              contact: string
              userId: string
              timestamp: string
              sent?: {
                sentAt: string
                sentHow: "email" | "post" | "by hand" | "message"
                sentTo: string
              }
            }>
          }>
          recurring?: {
            recurringId: string
            date: string
            title: string
            check?: true
          }
          invoiceSent?: {
            mailId: string
            sentTo: string
            invoice: string
            at: string
          }
          evidenceSent?: {
            mailId: string
            sentTo: string
            at: string
          }
          failedMails?: Array<{
            mailId: string
            why: "refused" | "rejected" | "unreachable" | "unmade"
          }>
          tenantLinks?: Array<{
            linkId: string
            siteId: string
            contactId: string
            madeAt: string
            madeBy: string
            sentAt?: string
            mailId?: string
            news?: "booked" | "moved" | "cancelled" | "on the way"
            textedAt?: string
            textId?: string
            told?: {
              jobStart: string
              jobEnd: string
            }
            revokedAt?: string
            endsAt?: string
            asked: number
          }>
          otherTimes?: {
            linkId: string
            windows: Array<{
              start: string
              end: string
            }>
            message: string
            askedAt: string
          }
        }
      }
      people: Record<string, string>
      urls: Record<string, {
        display: string
        thumbnail: string
      }>
      seq: number
      deletedNotes?: Array<string>
      unreadableFrom?: number
    }
  }
  /** The 50 comments of a job that come before one of them, oldest first. For all members. API keys need `jobs:read`. */
  "GET /api/jobs/{jobId}/comments": {
    path: {
      jobId: string
    }
    query: {
      before: string
      version?: string
      after?: string
    }
    answer: {
      notes: Array<{
        noteId: string
        note: string
        mentions?: Array<string>
        linkId?: string
        userId: string
        userRole: string
        timestamp: string
      }>
      older: number
      people: Record<string, string>
      seq: number
      deletedNotes?: Array<string>
    }
  }
  /** The history of a job, newest first, a page at a time. For all members. API keys need `history:read`. */
  "GET /api/jobs/{jobId}/history": {
    path: {
      jobId: string
    }
    query?: {
      limit?: string
      before?: string
      since?: string
      until?: string
      after?: string
    }
    answer: {
      entries: Array<{
        seq: number
        version: number
        type: string
        actorId?: string
        actorRole: "owner" | "admin" | "team" | "system" | "tenant"
        happenedAt: string
        recordedAt: string
        clock: "device" | "server"
        commandId: string
        ordinal: number
        sentence: string
        changes: Array<{
          field: "jobRef" | "apartmentName" | "createdAt" | "jobStatus" | "warning" | "jobStart" | "jobEnd" | "access" | "assignedTo" | "nextVisitHours" | "nextVisitPeople" | "workOrder" | "agency" | "receivedBy" | "invoice" | "invoiceVat" | "description" | "status" | "ready" | "price" | "note" | "src" | "arrivedAt" | "leftAt" | "expectedAt" | "reason" | "why" | "tried" | "tenantCalledAt" | "officeCalledAt" | "atDoorFrom" | "doorNote" | "position" | "hazard" | "severity" | "awareAt" | "reportedBy" | "reportedHow" | "words" | "level" | "step" | "due" | "metAt" | "found" | "proof" | "detail" | "ending" | "offeredAt" | "answer" | "findings" | "work" | "stay" | "contact" | "sentAt" | "sentHow" | "sentTo" | "textedTo" | "confirmed" | "suits" | "tenantMessage" | "toldTenant" | "mailMessage" | "packHas" | "side" | "signedBy" | "signer" | "fileFor" | "reference" | "site" | "jobId" | "category" | "purchaseDate" | "expectedDelivery" | "link" | "notes" | "address" | "postcode" | "keys" | "parking" | "stopcock" | "building" | "role" | "email" | "from" | "until" | "refuses" | "mergedInto" | "keptApart" | "title" | "where" | "howOften" | "firstDay" | "lastDay" | "onHolidays" | "jobMade" | "visitAt" | "taskList" | "check" | "date" | "doneOn" | "reportWords" | "room" | "howBad" | "reportAnswer" | "text" | "completed" | "userRole" | "state" | "fullName" | "initials" | "colour" | "telephone" | "name" | "timeZone" | "photosNeeded" | "tradingName" | "businessTier" | "expiryDate" | "standing" | "secondFactorFor" | "deadlineLaw" | "serviceLevels" | "vatNumber" | "vatRate" | "vatIncluded" | "termsDays" | "bankDetails" | "toldOffice" | "toldTeam" | "toldTenants" | "quietHours" | "viewShows" | "viewColumns"
          of?: string
          from?: string | number | boolean | Array<string>
          to?: string | number | boolean | Array<string>
        }>
        corrected?: {
          happenedAt: string
          reason: string
          version: number
        }
        unreadable?: string
        erased?: {
          at: string
          by: string
          reason: string
        }
      }>
      events: Array<{
        seq: number
        version: number
        type: string
        data: Record<string, unknown>
      }>
      unreadableFrom?: number
      partEvents: Array<{
        seq: number
        version: number
        type: string
        data: Record<string, unknown>
      }>
      people: Record<string, string>
      urls: Record<string, {
        display: string
        thumbnail: string
      }>
      seq: number
      count: number
      began: string
      lastVersion: number
      later: number
      newer?: number
      next?: number
    }
  }
  /** Fresh addresses for a job's images. For all members. API keys need `files:read`. */
  "GET /api/jobs/{jobId}/images": {
    path: {
      jobId: string
    }
    query?: {
      after?: string
    }
    answer: {
      urls: Record<string, {
        display: string
        thumbnail: string
      }>
      seq: number
    }
  }
  /** The bookings between two instants, the first 5,000 of them; truncated if there are more. For all members. API keys need `jobs:read`. */
  "GET /api/calendar": {
    query: {
      from: string
      to: string
      after?: string
    }
    answer: {
      bookings: Array<{
        jobId: string
        jobRef: string
        apartmentName: string
        jobStatus: "pending" | "booked" | "completed" | "cancelled" | "quote sent" | "to estimate"
        warning: "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
        jobBookingId?: string
        jobStart?: string
        jobEnd?: string
        access?: string
        assignedTo: Array<string>
      }>
      truncated?: boolean
      people: Record<string, string>
      seq: number
    }
  }
  /** The office's figures: jobs by status and warning, overdue jobs, this week's booked minutes by person and day, completed value in pence and median days to completion by month. For owners and admins. API keys need `jobs:read`. */
  "GET /api/dashboard": {
    query?: {
      after?: string
    }
    answer: {
      today: string
      statuses: Array<{
        status: "pending" | "booked" | "completed" | "cancelled" | "quote sent" | "to estimate"
        count: number
      }>
      warnings: Array<{
        warning: "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
        count: number
      }>
      overdue: {
        count: number
        jobs: Array<{
          jobId: string
          jobRef: string
          apartmentName: string
          reason: "visit over" | "no access" | "reschedule" | "quote approved" | "no visit"
          since: string
          days: number
          tasksLeft: number
          toEstimate: number
        }>
      }
      week: {
        monday: string
        visits: number
        people: Array<{
          userId?: string
          minutes: Array<number>
        }>
      }
      months: Array<{
        month: string
        completed: number
        value: number
        medianDays?: number
      }>
      people: Record<string, string>
      seq: number
    }
  }
  /** Jobs with open deadlines of the law or of service levels, by the first one due, a page at a time. For owners and admins. API keys need `deadlines:read`. */
  "GET /api/deadlines": {
    query?: {
      after?: string
      from?: string
      site?: string
    }
    answer: {
      jobs: Array<{
        jobId: string
        jobRef: string
        apartmentName: string
        agency: string
        assignedTo: Array<string>
        duties: Array<{
          dutyId: string
          awareAt: string
          hazard?: "damp and mould" | "excess cold" | "excess heat" | "falls" | "structural collapse" | "fire" | "explosion" | "electrical" | "carbon monoxide" | "gas" | "asbestos" | "lead" | "hygiene and pests" | "food safety" | "drains and sewage" | "water supply" | "burns and scalds" | "intruders" | "lighting" | "noise" | "other"
          severity?: "emergency" | "significant"
          rule?: string
          level?: {
            levelId: string
            name: string
            limit: {
              amount: number
              unit: "hours" | "working days" | "days"
            }
          }
          holidays?: "england-and-wales" | "scotland" | "northern-ireland"
          deadlines: Array<{
            step: "investigate" | "make safe" | "summary" | "further work" | "repair" | "finish"
            from: "aware" | "investigated"
            startedAt: string
            due: string
            latest?: string
            met?: {
              at: string
              by: string
              proof: "visit" | "photos" | "document" | "comment" | "call" | "other"
              note: string
              found?: "emergency" | "significant" | "no hazard"
            }
            missedAt?: string
            firstDue?: string
          }>
          ended?: {
            ending: "recorded by mistake" | "consent refused" | "tenant moved out" | "other"
            at: string
          }
        }>
      }>
      metInTime?: {
        met: number
        of: number
        since: string
      }
      next?: string
      people: Record<string, string>
      seq: number
    }
  }
  /** How many deadlines are open, late and due later today. For owners and admins. API keys need `deadlines:read`. */
  "GET /api/deadlines/counts": {
    query?: {
      after?: string
    }
    answer: {
      open: number
      jobs: number
      late: number
      today: number
      nextDue?: string
      seq: number
    }
  }
  /** A page of the Parts Book. A search matches the start of the name, reference, jobId or category. For all members. API keys need `parts:read`. */
  "GET /api/parts": {
    query?: {
      field?: "name" | "reference" | "jobId" | "category"
      search?: string
      filter?: "late" | "waiting" | "mine"
      job?: string
      sort?: "purchaseDate" | "expectedDelivery" | "due"
      direction?: "asc" | "desc"
      page?: string
      after?: string
    }
    answer: {
      parts: Array<{
        partId: string
        name: string
        reference: string
        site: string
        jobId: string
        category: string
        purchaseDate: string
        expectedDelivery: string
        link: string
        notes: string
        status: "waiting" | "received"
        createdBy: string
        createdAt: string
        updatedBy: string
        updatedAt: string
      }>
      people: Record<string, string>
      jobs: Record<string, string>
      counts: {
        all: number
        late: number
        waiting: number
        mine: number
      }
      totalPages: number
      totalResults: number
      seq: number
    }
  }
  /** Names in use that contain a text; the team may read apartments only. For all members. API keys need `jobs:read`. */
  "GET /api/lists/{list}": {
    path: {
      list: string
    }
    query?: {
      search?: string
      after?: string
    }
    answer: {
      names: Array<string>
      seq: number
    }
  }
  /** The people of the company. For all members. API keys need `jobs:read`. */
  "GET /api/team": {
    query?: {
      after?: string
    }
    answer: {
      users: Array<{
        userId: string
        username: string
        userRole: "owner" | "admin" | "team"
        state: "invited" | "active" | "removed"
        email?: string
        createdAt?: string
        lastActiveAt?: string
        erased?: boolean
        fullName?: string
        initials?: string
        colour?: "blue" | "green" | "amber" | "violet" | "teal" | "grey"
        telephone?: string
        earlierNames?: Array<{
          name: string
          until: string
        }>
        unsentWork?: {
          refused: number
          waiting: number
          oldest?: string
          toldOfAt: string
        }
      }>
      seq: number
    }
  }
  /** The head of the company's ledger: its latest seq and hash. For all members. API keys need `history:read`. */
  "GET /api/ledger": {
    query?: {
      after?: string
    }
    answer: {
      epoch: number
      seq: number
      hash: string
    }
  }
  /** A page of the address book, in order of names, or of their distance from a place; without agency, deadlines and spending for the team. Counts, if asked for, tell how many sites each filter shows. For all members. API keys need `sites:read`. */
  "GET /api/sites": {
    query?: {
      search?: string
      filter?: "open" | "deadlines"
      agency?: string
      near?: string
      direction?: "asc" | "desc"
      counts?: "yes"
      page?: string
      after?: string
    }
    answer: {
      sites: Array<{
        siteId: string
        name: string
        address: string
        postcode: string
        tenants: Array<string>
        isEmpty: boolean
        flats: number
        openJobs: number
        metresAway?: number
        visit?: string
        office?: {
          agency: string
          spentThisYear: number
          nextDeadline?: {
            step: "investigate" | "make safe" | "summary" | "further work" | "repair" | "finish"
            startedAt: string
            due: string
            jobId: string
            rule?: string
            holidays?: "england-and-wales" | "scotland" | "northern-ireland"
          }
        }
      }>
      counts?: {
        all: number
        open: number
        deadlines?: number
      }
      office?: {
        year: string
      }
      totalPages: number
      totalResults: number
      seq: number
    }
  }
  /** The sites whose names look like the same place, the most alike first. For owners and admins. API keys need `sites:read`. */
  "GET /api/sites/alike": {
    query?: {
      after?: string
    }
    answer: {
      pairs: Array<{
        one: {
          siteId: string
          name: string
        }
        other: {
          siteId: string
          name: string
        }
        similarity: number
      }>
      seq: number
    }
  }
  /** The agencies that sites name, to choose one for the list. For owners and admins. API keys need `sites:read`. */
  "GET /api/sites/agencies": {
    query?: {
      after?: string
    }
    answer: {
      agencies: Array<string>
      seq: number
    }
  }
  /** A site with its building, its flats and what was merged into it. Its id is the apartmentId of jobs. For all members. API keys need `sites:read`. */
  "GET /api/sites/{siteId}": {
    path: {
      siteId: string
    }
    query?: {
      after?: string
    }
    answer: {
      site: {
        siteId: string
        name: string
        address: string
        postcode: string
        access: string
        keys: string
        parking: string
        stopcock: string
        buildingId?: string
        location?: {
          latitude: number
          longitude: number
          accuracy: number
        }
        tenants: Array<{
          contactId: string
          name: string
          telephone: string
          from?: string
          until?: string
          refuses?: Array<"email" | "text">
        }>
        mergedInto?: string
        office?: {
          notes: string
          agency: string
          emails: Record<string, string>
          contacts: Array<{
            contactId: string
            role: "tenant" | "agent" | "landlord" | "other"
            name: string
            telephone: string
            email: string
            from?: string
            until?: string
            refuses?: Array<"email" | "text">
          }>
          keptApart: Array<string>
        }
      }
      otherNames: Array<string>
      building?: {
        siteId: string
        name: string
      }
      flats: Array<{
        siteId: string
        name: string
      }>
      flatCount: number
      merged: Array<{
        siteId: string
        name: string
      }>
      mergedInto?: {
        siteId: string
        name: string
      }
      seq: number
    }
  }
  /** A page of the jobs at a site, newest first; with their cost for the office. For all members. API keys need `sites:read`. */
  "GET /api/sites/{siteId}/jobs": {
    path: {
      siteId: string
    }
    query?: {
      open?: "yes"
      page?: string
      after?: string
    }
    answer: {
      jobs: Array<{
        jobId: string
        jobRef: string
        jobStatus: "pending" | "booked" | "completed" | "cancelled" | "quote sent" | "to estimate"
        warning: "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
        work: string
        moreTasks: number
        createdAt: string
        jobStart?: string
        jobEnd?: string
        completedAt?: string
        office?: {
          cost: number
        }
      }>
      counts: {
        all: number
        open: number
      }
      since?: string
      office?: {
        completedThisYear: number
        year: string
      }
      totalPages: number
      totalResults: number
      seq: number
    }
  }
  /** A page of the files of a site and of what was merged into it, newest first; for the team those that were given to it. A file’s own siteId leads to its download. For all members. API keys need `files:read`. */
  "GET /api/sites/{siteId}/files": {
    path: {
      siteId: string
    }
    query?: {
      page?: string
      after?: string
    }
    answer: {
      files: Array<{
        fileId: string
        src: string
        name: string
        size: number
        kind: "pdf" | "email" | "outlook-email" | "word" | "word-97" | "excel" | "excel-97" | "powerpoint" | "powerpoint-97" | "odf-text" | "odf-spreadsheet" | "odf-presentation" | "photo"
        macros?: true
        userId: string
        userRole: string
        timestamp: string
        siteId: string
        isForTeam: boolean
      }>
      totalPages: number
      totalResults: number
      seq: number
    }
  }
  /** The newest photos of the jobs at a site, with addresses that work without a token for a day or two. For all members. API keys need `files:read`. */
  "GET /api/sites/{siteId}/photos": {
    path: {
      siteId: string
    }
    query?: {
      after?: string
    }
    answer: {
      photos: Array<{
        jobId: string
        jobRef: string
        imageId: string
        description: string
        timestamp: string
        urls: {
          display: string
          thumbnail: string
        }
      }>
      counts: {
        photos: number
        jobs: number
      }
      seq: number
    }
  }
  /** The site of a job. For all members. API keys need `sites:read`. */
  "GET /api/jobs/{jobId}/site": {
    path: {
      jobId: string
    }
    query?: {
      after?: string
    }
    answer: {
      site: {
        siteId: string
        name: string
        address: string
        postcode: string
        access: string
        keys: string
        parking: string
        stopcock: string
        buildingId?: string
        location?: {
          latitude: number
          longitude: number
          accuracy: number
        }
        tenants: Array<{
          contactId: string
          name: string
          telephone: string
          from?: string
          until?: string
          refuses?: Array<"email" | "text">
        }>
        mergedInto?: string
        office?: {
          notes: string
          agency: string
          emails: Record<string, string>
          contacts: Array<{
            contactId: string
            role: "tenant" | "agent" | "landlord" | "other"
            name: string
            telephone: string
            email: string
            from?: string
            until?: string
            refuses?: Array<"email" | "text">
          }>
          keptApart: Array<string>
        }
      }
      otherNames: Array<string>
      building?: {
        siteId: string
        name: string
      }
      flats: Array<{
        siteId: string
        name: string
      }>
      flatCount: number
      merged: Array<{
        siteId: string
        name: string
      }>
      mergedInto?: {
        siteId: string
        name: string
      }
      seq: number
    }
  }
  /** Recurring work that goes on or is paused, all or that of one site, by its title or by its next day, each with its next five dates, a page at a time; `next` is the `from` of the next page. For owners and admins. API keys need `recurring:read`. */
  "GET /api/recurring-work": {
    query?: {
      after?: string
      siteId?: string
      search?: string
      filter?: "soon" | "paused"
      order?: "title" | "next"
      most?: string
      from?: string
      counts?: "yes"
    }
    answer: {
      work: Array<{
        recurringId: string
        title: string
        siteId: string
        rule: {
          repeats: "weekly"
          every: number
          on: Array<"MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU">
          first: string
          last?: string
        } | {
          repeats: "monthly"
          every: number
          on: Array<{
            day: number
          } | {
            place: 1 | 2 | 3 | 4 | -1
            weekday: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU"
          }>
          first: string
          last?: string
        } | {
          repeats: "yearly"
          every: number
          on: Array<{
            month: number
            day: number
          } | {
            month: number
            place: 1 | 2 | 3 | 4 | -1
            weekday: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU"
          }>
          first: string
          last?: string
        }
        holidays: "keep the date" | "next working day" | "working day before"
        leadDays: number
        tasks: Array<{
          description: string
          price?: number
        }>
        visit?: {
          start: string
          minutes: number
          assignedTo: Array<string>
        }
        check?: "gas safety"
        called: string
        state: "on" | "paused" | "stopped"
        template: number
        settled?: string
        answered?: Array<string>
        skipped: Array<string>
        moved: Array<{
          date: string
          to: string
        }>
        next?: {
          date: string
          on: string
          makeAt: string
        }
        made: Array<{
          date: string
          on: string
          jobId: string
          template: number
        }>
        done?: {
          date: string
          doneOn: string
          jobId: string
          completedAt: string
          doneAt?: string
        }
        doneBefore?: Array<{
          date: string
          doneOn: string
          jobId: string
          completedAt: string
          doneAt?: string
        }>
        createdAt: string
        lastModified: string
        site: string
        lastDone?: string
        dates: Array<{
          date: string
          on: string
          makeAt: string
          isSkipped: boolean
          movedTo?: string
        }>
        madeAhead: Array<{
          date: string
          on: string
          jobId: string
          jobRef: string
          completedAt?: string
        }>
      }>
      counts?: {
        all: number
        soon: number
        paused: number
      }
      next?: string
      people: Record<string, string>
      seq: number
    }
  }
  /** The next five dates of a rule before it is saved; `rule` is JSON, with rule, holidays, leadDays and recurringId. For owners and admins. API keys need `recurring:read`. */
  "GET /api/recurring-work/dates": {
    query: {
      rule: string
    }
    answer: {
      dates: Array<{
        date: string
        on: string
        makeAt: string
        isSkipped: boolean
        movedTo?: string
      }>
    }
  }
  /** How many jobs recurring work brings in each of the next twelve months. For owners and admins. API keys need `recurring:read`. */
  "GET /api/recurring-work/months": {
    query?: {
      after?: string
    }
    answer: {
      months: Array<{
        month: string
        jobs: number
      }>
      seq: number
    }
  }
  /** One recurring work with its next five dates, also after it was stopped. For owners and admins. API keys need `recurring:read`. */
  "GET /api/recurring-work/{recurringId}": {
    path: {
      recurringId: string
    }
    query?: {
      after?: string
    }
    answer: {
      work: {
        recurringId: string
        title: string
        siteId: string
        rule: {
          repeats: "weekly"
          every: number
          on: Array<"MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU">
          first: string
          last?: string
        } | {
          repeats: "monthly"
          every: number
          on: Array<{
            day: number
          } | {
            place: 1 | 2 | 3 | 4 | -1
            weekday: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU"
          }>
          first: string
          last?: string
        } | {
          repeats: "yearly"
          every: number
          on: Array<{
            month: number
            day: number
          } | {
            month: number
            place: 1 | 2 | 3 | 4 | -1
            weekday: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU"
          }>
          first: string
          last?: string
        }
        holidays: "keep the date" | "next working day" | "working day before"
        leadDays: number
        tasks: Array<{
          description: string
          price?: number
        }>
        visit?: {
          start: string
          minutes: number
          assignedTo: Array<string>
        }
        check?: "gas safety"
        called: string
        state: "on" | "paused" | "stopped"
        template: number
        settled?: string
        answered?: Array<string>
        skipped: Array<string>
        moved: Array<{
          date: string
          to: string
        }>
        next?: {
          date: string
          on: string
          makeAt: string
        }
        made: Array<{
          date: string
          on: string
          jobId: string
          template: number
        }>
        done?: {
          date: string
          doneOn: string
          jobId: string
          completedAt: string
          doneAt?: string
        }
        doneBefore?: Array<{
          date: string
          doneOn: string
          jobId: string
          completedAt: string
          doneAt?: string
        }>
        createdAt: string
        lastModified: string
        site: string
        lastDone?: string
        dates: Array<{
          date: string
          on: string
          makeAt: string
          isSkipped: boolean
          movedTo?: string
        }>
        madeAhead: Array<{
          date: string
          on: string
          jobId: string
          jobRef: string
          completedAt?: string
        }>
      }
      people: Record<string, string>
      seq: number
    }
  }
  /** A job's evidence pack as a PDF: attendances, timeline, photos and proof, with its verification file attached; the team gets its own copy, and prices and office comments are left out unless asked for. For all members. API keys need `history:read`. */
  "GET /api/jobs/{jobId}/evidence": {
    path: {
      jobId: string
    }
    query?: {
      copy?: "office" | "team"
      from?: string
      to?: string
      prices?: "yes" | "no"
      notes?: "yes" | "no"
      format?: "pdf" | "json"
      after?: string
    }
    answer: Blob
  }
  /** Whether a job's history is exactly as recorded, checked up to the head of the ledger; on 'checking', ask again. For all members. API keys need `history:read`. */
  "GET /api/jobs/{jobId}/proof": {
    path: {
      jobId: string
    }
    answer: {
      jobId: string
      state: "verified" | "checking" | "broken"
      events: number
      firstSeq: number
      lastSeq: number
      hash: string
      head: {
        epoch: number
        seq: number
        hash: string
      }
      checkedUpTo: number
      signedHead?: {
        seq: number
        hash: string
        signedAt: string
        keyId: string
      }
      brokenAt?: number
    }
  }
  /** The head of the company's ledger, signed now if it has moved, as a file to keep. For owners and admins. API keys need `history:read`. */
  "GET /api/proof": {
    answer: {
      head: {
        type: "fettle-ledger-head"
        companyId: string
        epoch: number
        seq: number
        hash: string
        signedAt: string
        keyId: string
        log?: {
          place: number
          previous: string
          companies: number
        }
      }
      publicKey: {
        kty: "OKP"
        crv: "Ed25519"
        x: string
      }
      signature: string
    }
  }
  /** Book a visit for a job, identified by its jobId or jobRef, with people by user id or username. Repeating the same details returns the same booking. apartmentName and jobDescriptions are taken from the job itself. For owners and admins. API keys need `jobs:write`. */
  "POST /api/addJob": {
    body: {
      companyId: string
      bookingDetails: {
        jobsBooked: string | Array<string>
        dateScheduled: string
        endTimeScheduled: string
        accessInfo?: string
        assignedTo?: string | Array<string>
        apartmentName?: string
        jobDescriptions?: Array<string | {
          taskId?: string
          description: string
          status?: string
          price?: number
          ready?: boolean
        }>
        anyway?: boolean
      }
    }
    answer: {
      jobBookingId: string
    }
  }
  /** Delete a booking; its job stays. Repeating the call changes nothing. For owners and admins. API keys need `jobs:write`. */
  "POST /api/deleteJob": {
    body: {
      companyId: string
      jobBookingId: string
    }
    answer: {
      message: string
    }
  }
  /** Describe one of a job's images, by its index. For all members. API keys need `files:write`. */
  "POST /api/updateDescription": {
    body: {
      jobId: string
      companyId: string
      index: number
      newDescription: string
    }
    answer: {
      message: string
    }
  }
  /** Delete one of a job's images, by its index; the fields may be in the query instead. For all members. API keys need `files:write`. */
  "DELETE /api/deleteImage": {
    body: {
      jobId: string
      companyId: string
      index: number
    }
    answer: {
      message: string
    }
  }
  /** Add up to 10 photos (JPEG, PNG or WebP, 25 MB and 50 megapixels each) to a job, all or none. A retry keeps its imageIds. givenAt is when each photo was given on the device; a time outside the limits for happenedAt is replaced by the time of the upload. takenAt is the camera’s time of a file that no longer has it, or null. username and userRole must be filled in, but the uploader is always the signed-in user. For all members. API keys need `files:write`. */
  "POST /api/{companyId}/uploadImage": {
    path: {
      companyId: string
    }
    form: {
      jobId?: string
      companyId?: string
      username?: string
      userRole?: string
      imageIds?: string
      descriptions?: string
      givenAt?: string
      takenAt?: string
      attempts?: string
      images: Array<Blob>
    }
    answer: {
      message: "Images uploaded successfully!"
      images: Array<{
        imageId: string
        src: string
        description: string
        width?: number
        height?: number
        urls: {
          display: string
          thumbnail: string
        }
      }>
      seq: number
    }
  }
  /** The pieces received of a photo that is sent in pieces of 131072 bytes, which resumes after a lost connection. The image’s id, the size and the SHA-256 of the whole name the photo; pieces of which nothing has arrived for three days are removed. For all members. API keys need `files:write`. */
  "GET /api/{companyId}/uploads/{imageId}": {
    path: {
      companyId: string
      imageId: string
    }
    query: {
      size: string
      sha256: string
      jobId: string
    }
    answer: {
      received: Array<number>
      added: boolean
    }
  }
  /** Add a photo whose pieces have all arrived to its job. A retry is answered alike and adds nothing twice. For all members. API keys need `files:write`. */
  "POST /api/{companyId}/uploads/{imageId}": {
    path: {
      companyId: string
      imageId: string
    }
    body: {
      jobId: string
      size: number
      sha256: string
      description?: string
      givenAt?: string
      takenAt?: string
      attempt?: number
    }
    answer: {
      message: "Images uploaded successfully!"
      images: Array<{
        imageId: string
        src: string
        description: string
        width?: number
        height?: number
        urls: {
          display: string
          thumbnail: string
        }
      }>
      seq: number
    }
  }
  /** One piece of a photo, counted from 0; in any order, and again without harm. For all members. API keys need `files:write`. */
  "PUT /api/{companyId}/uploads/{imageId}/{piece}": {
    path: {
      companyId: string
      imageId: string
      piece: string
    }
    query: {
      size: string
      sha256: string
    }
    bytes: Blob
    answer: undefined
  }
  /** Attach up to 10 files (PDF, email or office files, 25 MB each) to a job or, for the office, to a site, all or none. Their pieces are sent to the addresses of uploads first, with the file’s id as imageId. A site’s files may be photos too (JPEG, PNG or WebP), which are kept as WebP without what the camera wrote into them. What a file is follows from its content, and its name is made to end accordingly. A file of the office is for the office alone unless forTeam is true. A retry is answered alike and adds nothing twice. For all members. API keys need `files:write`. */
  "POST /api/{companyId}/attachments": {
    path: {
      companyId: string
    }
    body: {
      jobId?: string
      siteId?: string
      files: Array<{
        fileId: string
        size: number
        sha256: string
        name: string
        attempt?: number
      }>
      forTeam?: boolean
      givenAt?: string
    }
    answer: {
      files: Array<{
        fileId: string
        src: string
        name: string
        size: number
        kind: "pdf" | "email" | "outlook-email" | "word" | "word-97" | "excel" | "excel-97" | "powerpoint" | "powerpoint-97" | "odf-text" | "odf-spreadsheet" | "odf-presentation" | "photo"
        macros?: true
      }>
      seq: number
    }
  }
  /** An address from which an attached file can be downloaded for five minutes. For all members. API keys need `files:read`. */
  "GET /api/jobs/{jobId}/attachments/{fileId}": {
    path: {
      jobId: string
      fileId: string
    }
    answer: {
      url: string
    }
  }
  /** An address from which a file of a site can be downloaded for five minutes. For all members. API keys need `files:read`. */
  "GET /api/sites/{siteId}/files/{fileId}": {
    path: {
      siteId: string
      fileId: string
    }
    answer: {
      url: string
    }
  }
  /** Send up to 100 commands. They are handled in order, and each is accepted or refused on its own. A retry keeps its commandId and attempt; a refused attempt stays refused, and a higher one asks again. For all members. API keys need the scope of each command. They may leave out `happenedAt`, and the `commandId` of a command sent alone with an Idempotency-Key. */
  "POST /api/commands": {
    headers?: {
      "Idempotency-Key"?: string
    }
    body: {
      commands: Array<Schemas["CreateJob"] | Schemas["EditJob"] | Schemas["AddTask"] | Schemas["DeleteTask"] | Schemas["DescribeTask"] | Schemas["PriceTask"] | Schemas["CycleTask"] | Schemas["SetTaskStatus"] | Schemas["SetTaskReady"] | Schemas["ChangeWarning"] | Schemas["ScheduleJob"] | Schemas["DeleteBooking"] | Schemas["AddNote"] | Schemas["DeleteNote"] | Schemas["DescribeImage"] | Schemas["DeleteImage"] | Schemas["SetNextVisit"] | Schemas["ArriveOnSite"] | Schemas["LeaveSite"] | Schemas["ChangeTimeOnSite"] | Schemas["WithdrawArrival"] | Schemas["WithdrawLeaving"] | Schemas["ReportNoAccess"] | Schemas["SayOnTheWay"] | Schemas["WithdrawOnTheWay"] | Schemas["AddSignature"] | Schemas["RecordNoSignature"] | Schemas["PairImage"] | Schemas["UnpairImage"] | Schemas["ShareAttachment"] | Schemas["TakeBackAttachment"] | Schemas["DeleteAttachment"] | Schemas["MeetDeadline"] | Schemas["ReopenDeadline"] | Schemas["CorrectTime"] | Schemas["RecordHazard"] | Schemas["RegradeHazard"] | Schemas["StartServiceLevel"] | Schemas["ConcludeInvestigation"] | Schemas["ReopenInvestigation"] | Schemas["PutOffDeadline"] | Schemas["ExplainDuty"] | Schemas["EndDuty"] | Schemas["OfferStay"] | Schemas["WriteSummary"] | Schemas["SendSummary"] | Schemas["AddPart"] | Schemas["EditPart"] | Schemas["SetPartStatus"] | Schemas["DeletePart"] | Schemas["AddSite"] | Schemas["EditSite"] | Schemas["SetSiteContact"] | Schemas["RemoveSiteContact"] | Schemas["MergeSite"] | Schemas["UndoSiteMerge"] | Schemas["KeepSitesApart"] | Schemas["LocateSite"] | Schemas["RemoveSiteLocation"] | Schemas["ShareSiteFile"] | Schemas["TakeBackSiteFile"] | Schemas["DeleteSiteFile"] | Schemas["SetUpRecurringWork"] | Schemas["ChangeRecurringWork"] | Schemas["SkipRecurringDate"] | Schemas["MoveRecurringDate"] | Schemas["RestoreRecurringDate"] | Schemas["PauseRecurringWork"] | Schemas["ResumeRecurringWork"] | Schemas["StopRecurringWork"] | Schemas["AddTodo"] | Schemas["ToggleTodo"] | Schemas["DeleteTodo"] | Schemas["SaveView"] | Schemas["DeleteView"] | Schemas["ChangeRole"] | Schemas["RemoveMember"] | Schemas["RestoreMember"] | Schemas["SetMemberDetails"] | Schemas["SetDeadlineRules"] | Schemas["SetPhotoRule"] | Schemas["SetPapers"] | Schemas["RemoveLogo"] | Schemas["SetInvoicing"] | Schemas["SetNoticeRule"] | Schemas["SetQuietHours"] | Schemas["SetTenantRule"]>
    }
    answer: {
      results: Array<{
        commandId: string
        status: "accepted" | "refused"
        seq?: number
        streamId?: string
        version?: number
        number?: number
        error?: string
        code?: string
        field?: string
        conflict?: {
          task: string
          status?: "not completed" | "completed" | "to estimate"
          actorId?: string
          at: string
        } | {
          differences: Array<{
            field: "jobRef" | "apartmentName" | "createdAt" | "jobStatus" | "warning" | "jobStart" | "jobEnd" | "access" | "assignedTo" | "nextVisitHours" | "nextVisitPeople" | "workOrder" | "agency" | "receivedBy" | "invoice" | "invoiceVat" | "description" | "status" | "ready" | "price" | "note" | "src" | "arrivedAt" | "leftAt" | "expectedAt" | "reason" | "why" | "tried" | "tenantCalledAt" | "officeCalledAt" | "atDoorFrom" | "doorNote" | "position" | "hazard" | "severity" | "awareAt" | "reportedBy" | "reportedHow" | "words" | "level" | "step" | "due" | "metAt" | "found" | "proof" | "detail" | "ending" | "offeredAt" | "answer" | "findings" | "work" | "stay" | "contact" | "sentAt" | "sentHow" | "sentTo" | "textedTo" | "confirmed" | "suits" | "tenantMessage" | "toldTenant" | "mailMessage" | "packHas" | "side" | "signedBy" | "signer" | "fileFor" | "reference" | "site" | "jobId" | "category" | "purchaseDate" | "expectedDelivery" | "link" | "notes" | "address" | "postcode" | "keys" | "parking" | "stopcock" | "building" | "role" | "email" | "from" | "until" | "refuses" | "mergedInto" | "keptApart" | "title" | "where" | "howOften" | "firstDay" | "lastDay" | "onHolidays" | "jobMade" | "visitAt" | "taskList" | "check" | "date" | "doneOn" | "reportWords" | "room" | "howBad" | "reportAnswer" | "text" | "completed" | "userRole" | "state" | "fullName" | "initials" | "colour" | "telephone" | "name" | "timeZone" | "photosNeeded" | "tradingName" | "businessTier" | "expiryDate" | "standing" | "secondFactorFor" | "deadlineLaw" | "serviceLevels" | "vatNumber" | "vatRate" | "vatIncluded" | "termsDays" | "bankDetails" | "toldOffice" | "toldTeam" | "toldTenants" | "quietHours" | "viewShows" | "viewColumns"
            of?: string
            from?: string | number | boolean | Array<string>
            to?: string | number | boolean | Array<string>
          }>
          actorId?: string
          at: string
        }
        clashes?: {
          apartmentName: string
          jobRef: string
          clashes: Array<{
            userId: string
            username: string
            jobRef: string
            apartmentName: string
            jobStart: string
            jobEnd: string
          }>
          others: number
        }
      }>
    }
  }
  /** Everything that happened in the company, newest first, filtered by person, kind, site, day or words. `next` is the `before` of the next page. For owners and admins. API keys need `history:read`. */
  "GET /api/history": {
    query?: {
      person?: "fettle" | "stripe" | string | Array<"fettle" | "stripe" | string>
      kind?: "status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines" | Array<"status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines">
      site?: string | Array<string>
      from?: string
      to?: string
      search?: string
      before?: string
      since?: string
      after?: string
    }
    answer: {
      entries: Array<{
        seq: number
        version: number
        type: string
        actorId?: string
        actorRole: "owner" | "admin" | "team" | "system" | "tenant"
        happenedAt: string
        recordedAt: string
        clock: "device" | "server"
        commandId: string
        ordinal: number
        sentence: string
        changes: Array<{
          field: "jobRef" | "apartmentName" | "createdAt" | "jobStatus" | "warning" | "jobStart" | "jobEnd" | "access" | "assignedTo" | "nextVisitHours" | "nextVisitPeople" | "workOrder" | "agency" | "receivedBy" | "invoice" | "invoiceVat" | "description" | "status" | "ready" | "price" | "note" | "src" | "arrivedAt" | "leftAt" | "expectedAt" | "reason" | "why" | "tried" | "tenantCalledAt" | "officeCalledAt" | "atDoorFrom" | "doorNote" | "position" | "hazard" | "severity" | "awareAt" | "reportedBy" | "reportedHow" | "words" | "level" | "step" | "due" | "metAt" | "found" | "proof" | "detail" | "ending" | "offeredAt" | "answer" | "findings" | "work" | "stay" | "contact" | "sentAt" | "sentHow" | "sentTo" | "textedTo" | "confirmed" | "suits" | "tenantMessage" | "toldTenant" | "mailMessage" | "packHas" | "side" | "signedBy" | "signer" | "fileFor" | "reference" | "site" | "jobId" | "category" | "purchaseDate" | "expectedDelivery" | "link" | "notes" | "address" | "postcode" | "keys" | "parking" | "stopcock" | "building" | "role" | "email" | "from" | "until" | "refuses" | "mergedInto" | "keptApart" | "title" | "where" | "howOften" | "firstDay" | "lastDay" | "onHolidays" | "jobMade" | "visitAt" | "taskList" | "check" | "date" | "doneOn" | "reportWords" | "room" | "howBad" | "reportAnswer" | "text" | "completed" | "userRole" | "state" | "fullName" | "initials" | "colour" | "telephone" | "name" | "timeZone" | "photosNeeded" | "tradingName" | "businessTier" | "expiryDate" | "standing" | "secondFactorFor" | "deadlineLaw" | "serviceLevels" | "vatNumber" | "vatRate" | "vatIncluded" | "termsDays" | "bankDetails" | "toldOffice" | "toldTeam" | "toldTenants" | "quietHours" | "viewShows" | "viewColumns"
          of?: string
          from?: string | number | boolean | Array<string>
          to?: string | number | boolean | Array<string>
        }>
        corrected?: {
          happenedAt: string
          reason: string
          version: number
        }
        unreadable?: string
        erased?: {
          at: string
          by: string
          reason: string
        }
        kind: "status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines"
        by: "person" | "tenant" | "fettle" | "stripe"
        stream: "job" | "part" | "site" | "recurring" | "report" | "todo" | "views" | "member" | "company"
        streamId: string
        place?: {
          jobId?: string
          jobRef: string
          apartmentName: string
        }
        why?: string
        importedFrom?: string
        hash: string
      }>
      people: Record<string, string>
      next?: number
      searchedTo?: string
      seq: number
    }
  }
  /** The log, oldest first, from a seq on: what changed, with the values before and after, in words and for programs. `next` is the `after` of the next page. For the team only the events of jobs and parts that it may see. For all members. API keys need `history:read`. */
  "GET /api/events": {
    query?: {
      after?: string
      limit?: string
    }
    answer: {
      events: Array<{
        seq: number
        version: number
        type: string
        actorId?: string
        actorRole: "owner" | "admin" | "team" | "system" | "tenant"
        happenedAt: string
        recordedAt: string
        clock: "device" | "server"
        commandId: string
        ordinal: number
        sentence: string
        changes: Array<{
          field: "jobRef" | "apartmentName" | "createdAt" | "jobStatus" | "warning" | "jobStart" | "jobEnd" | "access" | "assignedTo" | "nextVisitHours" | "nextVisitPeople" | "workOrder" | "agency" | "receivedBy" | "invoice" | "invoiceVat" | "description" | "status" | "ready" | "price" | "note" | "src" | "arrivedAt" | "leftAt" | "expectedAt" | "reason" | "why" | "tried" | "tenantCalledAt" | "officeCalledAt" | "atDoorFrom" | "doorNote" | "position" | "hazard" | "severity" | "awareAt" | "reportedBy" | "reportedHow" | "words" | "level" | "step" | "due" | "metAt" | "found" | "proof" | "detail" | "ending" | "offeredAt" | "answer" | "findings" | "work" | "stay" | "contact" | "sentAt" | "sentHow" | "sentTo" | "textedTo" | "confirmed" | "suits" | "tenantMessage" | "toldTenant" | "mailMessage" | "packHas" | "side" | "signedBy" | "signer" | "fileFor" | "reference" | "site" | "jobId" | "category" | "purchaseDate" | "expectedDelivery" | "link" | "notes" | "address" | "postcode" | "keys" | "parking" | "stopcock" | "building" | "role" | "email" | "from" | "until" | "refuses" | "mergedInto" | "keptApart" | "title" | "where" | "howOften" | "firstDay" | "lastDay" | "onHolidays" | "jobMade" | "visitAt" | "taskList" | "check" | "date" | "doneOn" | "reportWords" | "room" | "howBad" | "reportAnswer" | "text" | "completed" | "userRole" | "state" | "fullName" | "initials" | "colour" | "telephone" | "name" | "timeZone" | "photosNeeded" | "tradingName" | "businessTier" | "expiryDate" | "standing" | "secondFactorFor" | "deadlineLaw" | "serviceLevels" | "vatNumber" | "vatRate" | "vatIncluded" | "termsDays" | "bankDetails" | "toldOffice" | "toldTeam" | "toldTenants" | "quietHours" | "viewShows" | "viewColumns"
          of?: string
          from?: string | number | boolean | Array<string>
          to?: string | number | boolean | Array<string>
        }>
        corrected?: {
          happenedAt: string
          reason: string
          version: number
        }
        unreadable?: string
        erased?: {
          at: string
          by: string
          reason: string
        }
        kind: "status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines"
        by: "person" | "tenant" | "fettle" | "stripe"
        stream: "job" | "part" | "site" | "recurring" | "report" | "todo" | "views" | "member" | "company"
        streamId: string
        place?: {
          jobId?: string
          jobRef: string
          apartmentName: string
        }
        why?: string
        importedFrom?: string
        hash: string
      }>
      people: Record<string, string>
      next: number
      isMore: boolean
      seq: number
    }
  }
  /** All events that match the filters as CSV or JSON, each with its seq and hash. Each JSON line has everything needed to compute its hash. For owners and admins. API keys need `history:read`. */
  "GET /api/history/export": {
    query: {
      person?: "fettle" | "stripe" | string | Array<"fettle" | "stripe" | string>
      kind?: "status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines" | Array<"status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines">
      site?: string | Array<string>
      from?: string
      to?: string
      search?: string
      format: "csv" | "json"
      after?: string
    }
    answer: string
  }
  /** An event with its cause or consequences and its neighbours in the chain. For owners and admins. API keys need `history:read`. */
  "GET /api/history/{seq}": {
    path: {
      seq: string
    }
    answer: {
      entry: {
        seq: number
        version: number
        type: string
        actorId?: string
        actorRole: "owner" | "admin" | "team" | "system" | "tenant"
        happenedAt: string
        recordedAt: string
        clock: "device" | "server"
        commandId: string
        ordinal: number
        sentence: string
        changes: Array<{
          field: "jobRef" | "apartmentName" | "createdAt" | "jobStatus" | "warning" | "jobStart" | "jobEnd" | "access" | "assignedTo" | "nextVisitHours" | "nextVisitPeople" | "workOrder" | "agency" | "receivedBy" | "invoice" | "invoiceVat" | "description" | "status" | "ready" | "price" | "note" | "src" | "arrivedAt" | "leftAt" | "expectedAt" | "reason" | "why" | "tried" | "tenantCalledAt" | "officeCalledAt" | "atDoorFrom" | "doorNote" | "position" | "hazard" | "severity" | "awareAt" | "reportedBy" | "reportedHow" | "words" | "level" | "step" | "due" | "metAt" | "found" | "proof" | "detail" | "ending" | "offeredAt" | "answer" | "findings" | "work" | "stay" | "contact" | "sentAt" | "sentHow" | "sentTo" | "textedTo" | "confirmed" | "suits" | "tenantMessage" | "toldTenant" | "mailMessage" | "packHas" | "side" | "signedBy" | "signer" | "fileFor" | "reference" | "site" | "jobId" | "category" | "purchaseDate" | "expectedDelivery" | "link" | "notes" | "address" | "postcode" | "keys" | "parking" | "stopcock" | "building" | "role" | "email" | "from" | "until" | "refuses" | "mergedInto" | "keptApart" | "title" | "where" | "howOften" | "firstDay" | "lastDay" | "onHolidays" | "jobMade" | "visitAt" | "taskList" | "check" | "date" | "doneOn" | "reportWords" | "room" | "howBad" | "reportAnswer" | "text" | "completed" | "userRole" | "state" | "fullName" | "initials" | "colour" | "telephone" | "name" | "timeZone" | "photosNeeded" | "tradingName" | "businessTier" | "expiryDate" | "standing" | "secondFactorFor" | "deadlineLaw" | "serviceLevels" | "vatNumber" | "vatRate" | "vatIncluded" | "termsDays" | "bankDetails" | "toldOffice" | "toldTeam" | "toldTenants" | "quietHours" | "viewShows" | "viewColumns"
          of?: string
          from?: string | number | boolean | Array<string>
          to?: string | number | boolean | Array<string>
        }>
        corrected?: {
          happenedAt: string
          reason: string
          version: number
        }
        unreadable?: string
        erased?: {
          at: string
          by: string
          reason: string
        }
        kind: "status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines"
        by: "person" | "tenant" | "fettle" | "stripe"
        stream: "job" | "part" | "site" | "recurring" | "report" | "todo" | "views" | "member" | "company"
        streamId: string
        place?: {
          jobId?: string
          jobRef: string
          apartmentName: string
        }
        why?: string
        importedFrom?: string
        hash: string
      }
      previousHash: string
      nextHash?: string
      caused: Array<{
        seq: number
        version: number
        type: string
        actorId?: string
        actorRole: "owner" | "admin" | "team" | "system" | "tenant"
        happenedAt: string
        recordedAt: string
        clock: "device" | "server"
        commandId: string
        ordinal: number
        sentence: string
        changes: Array<{
          field: "jobRef" | "apartmentName" | "createdAt" | "jobStatus" | "warning" | "jobStart" | "jobEnd" | "access" | "assignedTo" | "nextVisitHours" | "nextVisitPeople" | "workOrder" | "agency" | "receivedBy" | "invoice" | "invoiceVat" | "description" | "status" | "ready" | "price" | "note" | "src" | "arrivedAt" | "leftAt" | "expectedAt" | "reason" | "why" | "tried" | "tenantCalledAt" | "officeCalledAt" | "atDoorFrom" | "doorNote" | "position" | "hazard" | "severity" | "awareAt" | "reportedBy" | "reportedHow" | "words" | "level" | "step" | "due" | "metAt" | "found" | "proof" | "detail" | "ending" | "offeredAt" | "answer" | "findings" | "work" | "stay" | "contact" | "sentAt" | "sentHow" | "sentTo" | "textedTo" | "confirmed" | "suits" | "tenantMessage" | "toldTenant" | "mailMessage" | "packHas" | "side" | "signedBy" | "signer" | "fileFor" | "reference" | "site" | "jobId" | "category" | "purchaseDate" | "expectedDelivery" | "link" | "notes" | "address" | "postcode" | "keys" | "parking" | "stopcock" | "building" | "role" | "email" | "from" | "until" | "refuses" | "mergedInto" | "keptApart" | "title" | "where" | "howOften" | "firstDay" | "lastDay" | "onHolidays" | "jobMade" | "visitAt" | "taskList" | "check" | "date" | "doneOn" | "reportWords" | "room" | "howBad" | "reportAnswer" | "text" | "completed" | "userRole" | "state" | "fullName" | "initials" | "colour" | "telephone" | "name" | "timeZone" | "photosNeeded" | "tradingName" | "businessTier" | "expiryDate" | "standing" | "secondFactorFor" | "deadlineLaw" | "serviceLevels" | "vatNumber" | "vatRate" | "vatIncluded" | "termsDays" | "bankDetails" | "toldOffice" | "toldTeam" | "toldTenants" | "quietHours" | "viewShows" | "viewColumns"
          of?: string
          from?: string | number | boolean | Array<string>
          to?: string | number | boolean | Array<string>
        }>
        corrected?: {
          happenedAt: string
          reason: string
          version: number
        }
        unreadable?: string
        erased?: {
          at: string
          by: string
          reason: string
        }
        kind: "status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines"
        by: "person" | "tenant" | "fettle" | "stripe"
        stream: "job" | "part" | "site" | "recurring" | "report" | "todo" | "views" | "member" | "company"
        streamId: string
        place?: {
          jobId?: string
          jobRef: string
          apartmentName: string
        }
        why?: string
        importedFrom?: string
        hash: string
      }>
      cause?: {
        seq: number
        version: number
        type: string
        actorId?: string
        actorRole: "owner" | "admin" | "team" | "system" | "tenant"
        happenedAt: string
        recordedAt: string
        clock: "device" | "server"
        commandId: string
        ordinal: number
        sentence: string
        changes: Array<{
          field: "jobRef" | "apartmentName" | "createdAt" | "jobStatus" | "warning" | "jobStart" | "jobEnd" | "access" | "assignedTo" | "nextVisitHours" | "nextVisitPeople" | "workOrder" | "agency" | "receivedBy" | "invoice" | "invoiceVat" | "description" | "status" | "ready" | "price" | "note" | "src" | "arrivedAt" | "leftAt" | "expectedAt" | "reason" | "why" | "tried" | "tenantCalledAt" | "officeCalledAt" | "atDoorFrom" | "doorNote" | "position" | "hazard" | "severity" | "awareAt" | "reportedBy" | "reportedHow" | "words" | "level" | "step" | "due" | "metAt" | "found" | "proof" | "detail" | "ending" | "offeredAt" | "answer" | "findings" | "work" | "stay" | "contact" | "sentAt" | "sentHow" | "sentTo" | "textedTo" | "confirmed" | "suits" | "tenantMessage" | "toldTenant" | "mailMessage" | "packHas" | "side" | "signedBy" | "signer" | "fileFor" | "reference" | "site" | "jobId" | "category" | "purchaseDate" | "expectedDelivery" | "link" | "notes" | "address" | "postcode" | "keys" | "parking" | "stopcock" | "building" | "role" | "email" | "from" | "until" | "refuses" | "mergedInto" | "keptApart" | "title" | "where" | "howOften" | "firstDay" | "lastDay" | "onHolidays" | "jobMade" | "visitAt" | "taskList" | "check" | "date" | "doneOn" | "reportWords" | "room" | "howBad" | "reportAnswer" | "text" | "completed" | "userRole" | "state" | "fullName" | "initials" | "colour" | "telephone" | "name" | "timeZone" | "photosNeeded" | "tradingName" | "businessTier" | "expiryDate" | "standing" | "secondFactorFor" | "deadlineLaw" | "serviceLevels" | "vatNumber" | "vatRate" | "vatIncluded" | "termsDays" | "bankDetails" | "toldOffice" | "toldTeam" | "toldTenants" | "quietHours" | "viewShows" | "viewColumns"
          of?: string
          from?: string | number | boolean | Array<string>
          to?: string | number | boolean | Array<string>
        }>
        corrected?: {
          happenedAt: string
          reason: string
          version: number
        }
        unreadable?: string
        erased?: {
          at: string
          by: string
          reason: string
        }
        kind: "status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines"
        by: "person" | "tenant" | "fettle" | "stripe"
        stream: "job" | "part" | "site" | "recurring" | "report" | "todo" | "views" | "member" | "company"
        streamId: string
        place?: {
          jobId?: string
          jobRef: string
          apartmentName: string
        }
        why?: string
        importedFrom?: string
        hash: string
      }
      sentWith: Array<{
        kind: "status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines"
        count: number
      }>
      people: Record<string, string>
    }
  }
  /** All jobs that match the filters, as a CSV file; without office facts for the team. For all members. API keys need `jobs:read`. */
  "GET /api/export/jobs": {
    query?: {
      status?: "pending" | "booked" | "completed" | "cancelled" | "quote sent" | "to estimate"
      warning?: "none" | "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
      type?: "apartmentName" | "all" | "agency" | "workOrder"
      search?: string
      person?: string
      agency?: string
      site?: string
      visit?: string
      among?: "mine" | "today" | "ready" | "unassigned" | "toInvoice" | "needsVisit"
      only?: "open" | "overdue"
      completed?: string
      visits?: "unassigned" | string
      sort?: "jobRef" | "apartmentName" | "createdAt" | "jobStart" | "urgency"
      direction?: "asc" | "desc"
      after?: string
      jobs?: string
    }
    answer: string
  }
  /** All parts that match the search and filter, as a CSV file. For all members. API keys need `parts:read`. */
  "GET /api/export/parts": {
    query?: {
      field?: "name" | "reference" | "jobId" | "category"
      search?: string
      filter?: "late" | "waiting" | "mine"
      job?: string
      sort?: "purchaseDate" | "expectedDelivery" | "due"
      direction?: "asc" | "desc"
      after?: string
    }
    answer: string
  }
  /** The bookings between two instants, optionally one person's, as a CSV file in the company's time zone. For all members. API keys need `jobs:read`. */
  "GET /api/export/bookings": {
    query: {
      from: string
      to: string
      after?: string
      person?: "unassigned" | string
    }
    answer: string
  }
  /** All sites that match the search and filter, as a CSV file; without contacts other than tenants for the team. For all members. API keys need `sites:read`. */
  "GET /api/export/sites": {
    query?: {
      search?: string
      filter?: "open" | "deadlines"
      agency?: string
      direction?: "asc" | "desc"
      after?: string
    }
    answer: string
  }
  /** All open deadlines of the law and of service levels, as a CSV file in the company's time zone. For owners and admins. API keys need `deadlines:read`. */
  "GET /api/export/deadlines": {
    query?: {
      after?: string
    }
    answer: string
  }
  /** The lines of all invoiced jobs of a period, or of some jobs, in the columns that Xero or QuickBooks Online import as sales invoices. For owners and admins. API keys need `jobs:read`. */
  "GET /api/export/invoices": {
    query: {
      after?: string
      for: "xero" | "quickbooks"
      from?: string
      to?: string
      jobs?: string
    }
    answer: string
  }
  /** All recurring work with its next dates, as a CSV file. For owners and admins. API keys need `recurring:read`. */
  "GET /api/export/recurring-work": {
    query?: {
      after?: string
    }
    answer: string
  }
}

/** The commands by their types, and what a refusal says. */
export type Schemas = {
  CreateJob: {
    commandId: string
    happenedAt: string
    type: "CreateJob"
    data: {
      jobId: string
      workOrder?: string
      agency?: string
      receivedBy?: string
      apartmentName: string
      apartmentId?: string
      createdAt: string
      tasks: Array<{
        taskId: string
        description: string
        price?: number
        status?: "not completed" | "completed" | "to estimate"
      }>
    }
    attempt?: number
  }
  EditJob: {
    commandId: string
    happenedAt: string
    type: "EditJob"
    data: {
      jobId: string
      workOrder?: string
      agency?: string
      receivedBy?: string
      apartmentName?: string
      createdAt?: string
      from?: {
        workOrder?: string
        agency?: string
        receivedBy?: string
        apartmentName?: string
        createdAt?: string
      }
    }
    attempt?: number
  }
  AddTask: {
    commandId: string
    happenedAt: string
    type: "AddTask"
    data: {
      jobId: string
      taskId: string
      description: string
      price?: number
      status?: "not completed" | "completed" | "to estimate"
    }
    attempt?: number
  }
  DeleteTask: {
    commandId: string
    happenedAt: string
    type: "DeleteTask"
    data: {
      jobId: string
      taskId: string
    }
    attempt?: number
  }
  DescribeTask: {
    commandId: string
    happenedAt: string
    type: "DescribeTask"
    data: {
      jobId: string
      taskId: string
      description: string
      from?: string
    }
    attempt?: number
  }
  PriceTask: {
    commandId: string
    happenedAt: string
    type: "PriceTask"
    data: {
      jobId: string
      taskId: string
      price: number
      from?: {
        price?: number
      }
    }
    attempt?: number
  }
  CycleTask: {
    commandId: string
    happenedAt: string
    type: "CycleTask"
    data: {
      jobId: string
      taskId: string
      from: "not completed" | "completed" | "to estimate"
      withoutPhotos?: string
    }
    attempt?: number
  }
  SetTaskStatus: {
    commandId: string
    happenedAt: string
    type: "SetTaskStatus"
    data: {
      jobId: string
      taskId: string
      status: "not completed" | "completed" | "to estimate"
      ready?: boolean
      from?: "not completed" | "completed" | "to estimate"
      withoutPhotos?: string
    }
    attempt?: number
  }
  SetTaskReady: {
    commandId: string
    happenedAt: string
    type: "SetTaskReady"
    data: {
      jobId: string
      taskId: string
      ready: boolean
    }
    attempt?: number
  }
  ChangeWarning: {
    commandId: string
    happenedAt: string
    type: "ChangeWarning"
    data: {
      jobId: string
      warning: "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
      invoice?: string
      vat?: "standard" | "reduced" | "zero-rated" | "exempt" | "reverse charge" | "reverse charge, reduced" | ""
      undo?: boolean
      from?: {
        warning: "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
        invoice?: string
        vat?: "standard" | "reduced" | "zero-rated" | "exempt" | "reverse charge" | "reverse charge, reduced" | ""
      }
    }
    attempt?: number
  }
  ScheduleJob: {
    commandId: string
    happenedAt: string
    type: "ScheduleJob"
    data: {
      jobId: string
      jobBookingId: string
      jobStart: string
      jobEnd: string
      access: string
      assignedTo: Array<string>
      anyway?: boolean
      statusBefore?: "pending" | "cancelled" | "quote sent" | "to estimate"
      from?: {
        jobStart?: string
        jobEnd?: string
        access?: string
        assignedTo?: Array<string>
      }
    }
    attempt?: number
  }
  DeleteBooking: {
    commandId: string
    happenedAt: string
    type: "DeleteBooking"
    data: {
      jobId: string
      jobBookingId?: string
      from?: {
        jobStart?: string
        jobEnd?: string
        access?: string
        assignedTo?: Array<string>
      }
    }
    attempt?: number
  }
  AddNote: {
    commandId: string
    happenedAt: string
    type: "AddNote"
    data: {
      jobId: string
      noteId: string
      note: string
      mentions?: Array<string>
    }
    attempt?: number
  }
  DeleteNote: {
    commandId: string
    happenedAt: string
    type: "DeleteNote"
    data: {
      jobId: string
      noteId: string
    }
    attempt?: number
  }
  DescribeImage: {
    commandId: string
    happenedAt: string
    type: "DescribeImage"
    data: {
      jobId: string
      imageId: string
      description: string
      from?: {
        description: string
      }
    }
    attempt?: number
  }
  DeleteImage: {
    commandId: string
    happenedAt: string
    type: "DeleteImage"
    data: {
      jobId: string
      imageId: string
    }
    attempt?: number
  }
  SetNextVisit: {
    commandId: string
    happenedAt: string
    type: "SetNextVisit"
    data: {
      jobId: string
      nextVisitHours: 0 | 0.5 | 1 | 1.5 | 2 | 2.5 | 3 | 3.5 | 4 | 4.5 | 5 | 6 | 7 | 8
      nextVisitPeople: 0 | 1 | 2 | 3 | 4 | 5
      from?: {
        nextVisitHours: number
        nextVisitPeople: number
      }
    }
    attempt?: number
  }
  ArriveOnSite: {
    commandId: string
    happenedAt: string
    type: "ArriveOnSite"
    data: {
      jobId: string
      arrivalId: string
      jobBookingId: string
    }
    attempt?: number
  }
  LeaveSite: {
    commandId: string
    happenedAt: string
    type: "LeaveSite"
    data: {
      jobId: string
      arrivalId: string
    }
    attempt?: number
  }
  ChangeTimeOnSite: {
    commandId: string
    happenedAt: string
    type: "ChangeTimeOnSite"
    data: {
      jobId: string
      arrivalId: string
      arrivedAt?: string
      leftAt?: string
      reason: string
      from?: {
        arrivedAt?: string
        leftAt?: string
      }
    }
    attempt?: number
  }
  WithdrawArrival: {
    commandId: string
    happenedAt: string
    type: "WithdrawArrival"
    data: {
      jobId: string
      arrivalId: string
    }
    attempt?: number
  }
  WithdrawLeaving: {
    commandId: string
    happenedAt: string
    type: "WithdrawLeaving"
    data: {
      jobId: string
      arrivalId: string
    }
    attempt?: number
  }
  ReportNoAccess: {
    commandId: string
    happenedAt: string
    type: "ReportNoAccess"
    data: {
      jobId: string
      noAccessId: string
      jobBookingId: string
      why: "nobody in" | "refused" | "wrong time" | "unsafe" | "no keys" | "wrong address"
      tried: Array<"knocked" | "rang the bell" | "called the tenant" | "called the office" | "left a card">
      tenantCalledAt?: string
      officeCalledAt?: string
      atDoorFrom?: string
      note: string
      imageId: string
      position?: string
    }
    attempt?: number
  }
  SayOnTheWay: {
    commandId: string
    happenedAt: string
    type: "SayOnTheWay"
    data: {
      onWayId: string
      jobId: string
      jobBookingId: string
      minutes?: 15 | 30 | 45
    }
    attempt?: number
  }
  WithdrawOnTheWay: {
    commandId: string
    happenedAt: string
    type: "WithdrawOnTheWay"
    data: {
      onWayId: string
      jobId: string
    }
    attempt?: number
  }
  AddSignature: {
    commandId: string
    happenedAt: string
    type: "AddSignature"
    data: {
      jobId: string
      signatureId: string
      signer: "tenant" | "landlord" | "agent" | "concierge" | "other"
      taskIds: Array<string>
      digest: string
      name: string
      strokes: string
    }
    attempt?: number
  }
  RecordNoSignature: {
    commandId: string
    happenedAt: string
    type: "RecordNoSignature"
    data: {
      jobId: string
      signatureId: string
      reason: "not at home" | "did not want to" | "not needed"
    }
    attempt?: number
  }
  PairImage: {
    commandId: string
    happenedAt: string
    type: "PairImage"
    data: {
      jobId: string
      imageId: string
      pairId: string
      side: "before" | "after"
    }
    attempt?: number
  }
  UnpairImage: {
    commandId: string
    happenedAt: string
    type: "UnpairImage"
    data: {
      jobId: string
      imageId: string
    }
    attempt?: number
  }
  ShareAttachment: {
    commandId: string
    happenedAt: string
    type: "ShareAttachment"
    data: {
      jobId: string
      fileId: string
    }
    attempt?: number
  }
  TakeBackAttachment: {
    commandId: string
    happenedAt: string
    type: "TakeBackAttachment"
    data: {
      jobId: string
      fileId: string
    }
    attempt?: number
  }
  DeleteAttachment: {
    commandId: string
    happenedAt: string
    type: "DeleteAttachment"
    data: {
      jobId: string
      fileId: string
    }
    attempt?: number
  }
  MeetDeadline: {
    commandId: string
    happenedAt: string
    type: "MeetDeadline"
    data: {
      jobId: string
      dutyId: string
      step: "investigate" | "make safe" | "summary" | "further work" | "repair" | "finish"
      metAt: string
      by?: string
      proof: "visit" | "photos" | "document" | "comment" | "call" | "other"
      note: string
    }
    attempt?: number
  }
  ReopenDeadline: {
    commandId: string
    happenedAt: string
    type: "ReopenDeadline"
    data: {
      jobId: string
      dutyId: string
      step: "investigate" | "make safe" | "summary" | "further work" | "repair" | "finish"
    }
    attempt?: number
  }
  CorrectTime: {
    commandId: string
    happenedAt: string
    type: "CorrectTime"
    data: {
      jobId: string
      version: number
      happenedAt: string
      reason: string
    }
    attempt?: number
  }
  RecordHazard: {
    commandId: string
    happenedAt: string
    type: "RecordHazard"
    data: {
      jobId: string
      dutyId: string
      hazard?: "damp and mould" | "excess cold" | "excess heat" | "falls" | "structural collapse" | "fire" | "explosion" | "electrical" | "carbon monoxide" | "gas" | "asbestos" | "lead" | "hygiene and pests" | "food safety" | "drains and sewage" | "water supply" | "burns and scalds" | "intruders" | "lighting" | "noise" | "other"
      severity?: "emergency" | "significant"
      awareAt: string
      law: "england-social" | "scotland-social" | "scotland-private"
      reportedBy: string
      reportedHow: "phone" | "email" | "message" | "in person" | "letter" | "seen on site" | "other"
      words: string
    }
    attempt?: number
  }
  RegradeHazard: {
    commandId: string
    happenedAt: string
    type: "RegradeHazard"
    data: {
      jobId: string
      dutyId: string
      hazard?: "damp and mould" | "excess cold" | "excess heat" | "falls" | "structural collapse" | "fire" | "explosion" | "electrical" | "carbon monoxide" | "gas" | "asbestos" | "lead" | "hygiene and pests" | "food safety" | "drains and sewage" | "water supply" | "burns and scalds" | "intruders" | "lighting" | "noise" | "other"
      severity?: "emergency" | "significant"
      awareAt: string
      law: "england-social" | "scotland-social" | "scotland-private"
      reason: string
      from?: {
        hazard: "damp and mould" | "excess cold" | "excess heat" | "falls" | "structural collapse" | "fire" | "explosion" | "electrical" | "carbon monoxide" | "gas" | "asbestos" | "lead" | "hygiene and pests" | "food safety" | "drains and sewage" | "water supply" | "burns and scalds" | "intruders" | "lighting" | "noise" | "other"
        severity: "emergency" | "significant"
        awareAt: string
      }
    }
    attempt?: number
  }
  StartServiceLevel: {
    commandId: string
    happenedAt: string
    type: "StartServiceLevel"
    data: {
      jobId: string
      dutyId: string
      levelId: string
      startedAt: string
    }
    attempt?: number
  }
  ConcludeInvestigation: {
    commandId: string
    happenedAt: string
    type: "ConcludeInvestigation"
    data: {
      jobId: string
      dutyId: string
      metAt: string
      by?: string
      proof: "visit" | "photos" | "document" | "comment" | "call" | "other"
      note: string
      found: "emergency" | "significant" | "no hazard"
    }
    attempt?: number
  }
  ReopenInvestigation: {
    commandId: string
    happenedAt: string
    type: "ReopenInvestigation"
    data: {
      jobId: string
      dutyId: string
    }
    attempt?: number
  }
  PutOffDeadline: {
    commandId: string
    happenedAt: string
    type: "PutOffDeadline"
    data: {
      jobId: string
      dutyId: string
      step: "investigate" | "make safe" | "summary" | "further work" | "repair" | "finish"
      due: string
      reason: string
    }
    attempt?: number
  }
  ExplainDuty: {
    commandId: string
    happenedAt: string
    type: "ExplainDuty"
    data: {
      jobId: string
      dutyId: string
      step?: "investigate" | "make safe" | "summary" | "further work" | "repair" | "finish"
      reason: string
    }
    attempt?: number
  }
  EndDuty: {
    commandId: string
    happenedAt: string
    type: "EndDuty"
    data: {
      jobId: string
      dutyId: string
      ending: "recorded by mistake" | "consent refused" | "tenant moved out" | "other"
      reason: string
    }
    attempt?: number
  }
  OfferStay: {
    commandId: string
    happenedAt: string
    type: "OfferStay"
    data: {
      jobId: string
      dutyId: string
      offerId: string
      offeredAt: string
      answer: "waiting" | "accepted" | "declined"
      note: string
    }
    attempt?: number
  }
  WriteSummary: {
    commandId: string
    happenedAt: string
    type: "WriteSummary"
    data: {
      jobId: string
      dutyId: string
      summaryId: string
      found: string
      work: string
      stay: string
      contact: string
      from?: {
        found: string
        work: string
        stay: string
        contact: string
      }
    }
    attempt?: number
  }
  SendSummary: {
    commandId: string
    happenedAt: string
    type: "SendSummary"
    data: {
      jobId: string
      dutyId: string
      summaryId: string
      sentAt: string
      sentHow: "email" | "post" | "by hand" | "message"
      sentTo: string
    }
    attempt?: number
  }
  AddPart: {
    commandId: string
    happenedAt: string
    type: "AddPart"
    data: {
      partId: string
      name: string
      reference?: string
      site?: string
      jobId?: string
      category?: string
      purchaseDate?: string
      expectedDelivery?: string
      link?: string
      notes?: string
      status?: "waiting" | "received"
    }
    attempt?: number
  }
  EditPart: {
    commandId: string
    happenedAt: string
    type: "EditPart"
    data: {
      partId: string
      name?: string
      reference?: string
      site?: string
      jobId?: string
      category?: string
      purchaseDate?: string
      expectedDelivery?: string
      link?: string
      notes?: string
      status?: "waiting" | "received"
      from?: {
        name?: string
        reference?: string
        site?: string
        jobId?: string
        category?: string
        purchaseDate?: string
        expectedDelivery?: string
        link?: string
        notes?: string
      }
    }
    attempt?: number
  }
  SetPartStatus: {
    commandId: string
    happenedAt: string
    type: "SetPartStatus"
    data: {
      partId: string
      status: "waiting" | "received"
    }
    attempt?: number
  }
  DeletePart: {
    commandId: string
    happenedAt: string
    type: "DeletePart"
    data: {
      partId: string
    }
    attempt?: number
  }
  AddSite: {
    commandId: string
    happenedAt: string
    type: "AddSite"
    data: {
      siteId: string
      name: string
      address?: string
      postcode?: string
      access?: string
      keys?: string
      parking?: string
      stopcock?: string
      buildingId?: string | ""
      notes?: string
      agency?: string
    }
    attempt?: number
  }
  EditSite: {
    commandId: string
    happenedAt: string
    type: "EditSite"
    data: {
      siteId: string
      name?: string
      address?: string
      postcode?: string
      access?: string
      keys?: string
      parking?: string
      stopcock?: string
      buildingId?: string | ""
      notes?: string
      agency?: string
      from?: {
        name?: string
        address?: string
        postcode?: string
        access?: string
        keys?: string
        parking?: string
        stopcock?: string
        buildingId?: string | ""
        notes?: string
        agency?: string
      }
    }
    attempt?: number
  }
  SetSiteContact: {
    commandId: string
    happenedAt: string
    type: "SetSiteContact"
    data: {
      siteId: string
      contactId: string
      role: "tenant" | "agent" | "landlord" | "other"
      name: string
      telephone: string
      email: string
      from?: string
      until?: string
      refuses?: Array<"email" | "text">
      seen?: {
        role: "tenant" | "agent" | "landlord" | "other"
        name: string
        telephone: string
        email: string
        from?: string
        until?: string
        refuses?: Array<"email" | "text">
      }
    }
    attempt?: number
  }
  RemoveSiteContact: {
    commandId: string
    happenedAt: string
    type: "RemoveSiteContact"
    data: {
      siteId: string
      contactId: string
    }
    attempt?: number
  }
  MergeSite: {
    commandId: string
    happenedAt: string
    type: "MergeSite"
    data: {
      siteId: string
      into: string
    }
    attempt?: number
  }
  UndoSiteMerge: {
    commandId: string
    happenedAt: string
    type: "UndoSiteMerge"
    data: {
      siteId: string
    }
    attempt?: number
  }
  KeepSitesApart: {
    commandId: string
    happenedAt: string
    type: "KeepSitesApart"
    data: {
      siteId: string
      otherId: string
    }
    attempt?: number
  }
  LocateSite: {
    commandId: string
    happenedAt: string
    type: "LocateSite"
    data: {
      latitude: number
      longitude: number
      accuracy: number
      siteId: string
      from?: {
        latitude: number
        longitude: number
        accuracy: number
      } | "none"
    }
    attempt?: number
  }
  RemoveSiteLocation: {
    commandId: string
    happenedAt: string
    type: "RemoveSiteLocation"
    data: {
      siteId: string
      from?: {
        latitude: number
        longitude: number
        accuracy: number
      } | "none"
    }
    attempt?: number
  }
  ShareSiteFile: {
    commandId: string
    happenedAt: string
    type: "ShareSiteFile"
    data: {
      siteId: string
      fileId: string
    }
    attempt?: number
  }
  TakeBackSiteFile: {
    commandId: string
    happenedAt: string
    type: "TakeBackSiteFile"
    data: {
      siteId: string
      fileId: string
    }
    attempt?: number
  }
  DeleteSiteFile: {
    commandId: string
    happenedAt: string
    type: "DeleteSiteFile"
    data: {
      siteId: string
      fileId: string
    }
    attempt?: number
  }
  SetUpRecurringWork: {
    commandId: string
    happenedAt: string
    type: "SetUpRecurringWork"
    data: {
      recurringId: string
      title: string
      siteId: string
      rule: {
        repeats: "weekly"
        every: number
        on: Array<"MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU">
        first: string
        last?: string
      } | {
        repeats: "monthly"
        every: number
        on: Array<{
          day: number
        } | {
          place: 1 | 2 | 3 | 4 | -1
          weekday: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU"
        }>
        first: string
        last?: string
      } | {
        repeats: "yearly"
        every: number
        on: Array<{
          month: number
          day: number
        } | {
          month: number
          place: 1 | 2 | 3 | 4 | -1
          weekday: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU"
        }>
        first: string
        last?: string
      }
      holidays: "keep the date" | "next working day" | "working day before"
      leadDays: number
      tasks: Array<{
        description: string
        price?: number
      }>
      visit?: {
        start: string
        minutes: number
        assignedTo: Array<string>
      }
      check?: "gas safety"
    }
    attempt?: number
  }
  ChangeRecurringWork: {
    commandId: string
    happenedAt: string
    type: "ChangeRecurringWork"
    data: {
      recurringId: string
      title: string
      siteId: string
      rule: {
        repeats: "weekly"
        every: number
        on: Array<"MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU">
        first: string
        last?: string
      } | {
        repeats: "monthly"
        every: number
        on: Array<{
          day: number
        } | {
          place: 1 | 2 | 3 | 4 | -1
          weekday: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU"
        }>
        first: string
        last?: string
      } | {
        repeats: "yearly"
        every: number
        on: Array<{
          month: number
          day: number
        } | {
          month: number
          place: 1 | 2 | 3 | 4 | -1
          weekday: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU"
        }>
        first: string
        last?: string
      }
      holidays: "keep the date" | "next working day" | "working day before"
      leadDays: number
      tasks: Array<{
        description: string
        price?: number
      }>
      visit?: {
        start: string
        minutes: number
        assignedTo: Array<string>
      }
      check?: "gas safety"
      from: number
    }
    attempt?: number
  }
  SkipRecurringDate: {
    commandId: string
    happenedAt: string
    type: "SkipRecurringDate"
    data: {
      recurringId: string
      date: string
    }
    attempt?: number
  }
  MoveRecurringDate: {
    commandId: string
    happenedAt: string
    type: "MoveRecurringDate"
    data: {
      recurringId: string
      date: string
      to: string
    }
    attempt?: number
  }
  RestoreRecurringDate: {
    commandId: string
    happenedAt: string
    type: "RestoreRecurringDate"
    data: {
      recurringId: string
      date: string
    }
    attempt?: number
  }
  PauseRecurringWork: {
    commandId: string
    happenedAt: string
    type: "PauseRecurringWork"
    data: {
      recurringId: string
    }
    attempt?: number
  }
  ResumeRecurringWork: {
    commandId: string
    happenedAt: string
    type: "ResumeRecurringWork"
    data: {
      recurringId: string
    }
    attempt?: number
  }
  StopRecurringWork: {
    commandId: string
    happenedAt: string
    type: "StopRecurringWork"
    data: {
      recurringId: string
    }
    attempt?: number
  }
  AddTodo: {
    commandId: string
    happenedAt: string
    type: "AddTodo"
    data: {
      userId: string
      todoId: string
      text: string
    }
    attempt?: number
  }
  ToggleTodo: {
    commandId: string
    happenedAt: string
    type: "ToggleTodo"
    data: {
      userId: string
      todoId: string
      completed: boolean
    }
    attempt?: number
  }
  DeleteTodo: {
    commandId: string
    happenedAt: string
    type: "DeleteTodo"
    data: {
      userId: string
      todoId: string
    }
    attempt?: number
  }
  SaveView: {
    commandId: string
    happenedAt: string
    type: "SaveView"
    data: {
      listOf: string
      view: {
        viewId: string
        name: string
        status?: "pending" | "booked" | "completed" | "cancelled" | "quote sent" | "to estimate"
        warning?: "none" | "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
        type?: "apartmentName" | "all" | "agency" | "workOrder"
        search?: string
        person?: string
        agency?: string
        site?: string
        visit?: string
        among?: "mine" | "today" | "ready" | "unassigned" | "toInvoice" | "needsVisit"
        only?: "open" | "overdue"
        completed?: string
        visits?: "unassigned" | string
        sort?: "jobRef" | "apartmentName" | "createdAt" | "jobStart" | "urgency"
        direction?: "asc" | "desc"
        columns?: Array<"status" | "warning" | "site" | "workOrder" | "createdAt" | "visit" | "people" | "agency" | "extras">
      }
      from?: {
        viewId: string
        name: string
        status?: "pending" | "booked" | "completed" | "cancelled" | "quote sent" | "to estimate"
        warning?: "none" | "" | "invoiced" | "free of charge" | "cancelled" | "reschedule" | "no access" | "quote sent" | "quote approved" | "quote rejected" | "management" | "insurance"
        type?: "apartmentName" | "all" | "agency" | "workOrder"
        search?: string
        person?: string
        agency?: string
        site?: string
        visit?: string
        among?: "mine" | "today" | "ready" | "unassigned" | "toInvoice" | "needsVisit"
        only?: "open" | "overdue"
        completed?: string
        visits?: "unassigned" | string
        sort?: "jobRef" | "apartmentName" | "createdAt" | "jobStart" | "urgency"
        direction?: "asc" | "desc"
        columns?: Array<"status" | "warning" | "site" | "workOrder" | "createdAt" | "visit" | "people" | "agency" | "extras">
      }
      movedFrom?: string
    }
    attempt?: number
  }
  DeleteView: {
    commandId: string
    happenedAt: string
    type: "DeleteView"
    data: {
      listOf: string
      viewId: string
    }
    attempt?: number
  }
  ChangeRole: {
    commandId: string
    happenedAt: string
    type: "ChangeRole"
    data: {
      userId: string
      userRole: "admin" | "team"
    }
    attempt?: number
  }
  RemoveMember: {
    commandId: string
    happenedAt: string
    type: "RemoveMember"
    data: {
      userId: string
    }
    attempt?: number
  }
  RestoreMember: {
    commandId: string
    happenedAt: string
    type: "RestoreMember"
    data: {
      userId: string
    }
    attempt?: number
  }
  SetMemberDetails: {
    commandId: string
    happenedAt: string
    type: "SetMemberDetails"
    data: {
      userId: string
      fullName?: string
      initials?: string
      colour?: "blue" | "green" | "amber" | "violet" | "teal" | "grey" | ""
      telephone?: string
    }
    attempt?: number
  }
  SetDeadlineRules: {
    commandId: string
    happenedAt: string
    type: "SetDeadlineRules"
    data: {
      law: "england-social" | "scotland-social" | "scotland-private"
      levels: Array<{
        levelId: string
        name: string
        limit: {
          amount: number
          unit: "hours" | "working days" | "days"
        }
      }>
      companyId: string
      from?: {
        law: "england-social" | "scotland-social" | "scotland-private"
        levels: Array<{
          levelId: string
          name: string
          limit: {
            amount: number
            unit: "hours" | "working days" | "days"
          }
        }>
      }
    }
    attempt?: number
  }
  SetPhotoRule: {
    commandId: string
    happenedAt: string
    type: "SetPhotoRule"
    data: {
      companyId: string
      photosNeeded: boolean
    }
    attempt?: number
  }
  SetPapers: {
    commandId: string
    happenedAt: string
    type: "SetPapers"
    data: {
      companyId: string
      papers: {
        tradingName: string
        address: string
        telephone: string
        email: string
      }
      from: {
        tradingName: string
        address: string
        telephone: string
        email: string
      }
    }
    attempt?: number
  }
  RemoveLogo: {
    commandId: string
    happenedAt: string
    type: "RemoveLogo"
    data: {
      companyId: string
      imageId: string
    }
    attempt?: number
  }
  SetInvoicing: {
    commandId: string
    happenedAt: string
    type: "SetInvoicing"
    data: {
      companyId: string
      invoicing: {
        vatNumber: string
        vatRate: 0 | 500 | 2000
        vatIncluded: boolean
        termsDays: number
        bankDetails: string
      }
      from: {
        vatNumber: string
        vatRate: 0 | 500 | 2000
        vatIncluded: boolean
        termsDays: number
        bankDetails: string
      }
    }
    attempt?: number
  }
  SetNoticeRule: {
    commandId: string
    happenedAt: string
    type: "SetNoticeRule"
    data: {
      audience: "office" | "team"
      kind: "missed" | "near" | "noAccess" | "visit" | "dayAhead" | "mention" | "report" | "tenant" | "notSent" | "stuck" | "finished" | "toEstimate"
      ways: Array<"app" | "push" | "email">
      companyId: string
    }
    attempt?: number
  }
  SetQuietHours: {
    commandId: string
    happenedAt: string
    type: "SetQuietHours"
    data: {
      companyId: string
      quiet: {
        from: string
        to: string
      } | "off"
    }
    attempt?: number
  }
  SetTenantRule: {
    commandId: string
    happenedAt: string
    type: "SetTenantRule"
    data: {
      news: "booked" | "changed" | "onTheWay"
      ways: Array<"email" | "text">
      companyId: string
    }
    attempt?: number
  }
  Failure: {
    error: string
    code: string
    field?: string
  }
}

/** What a webhook is told. */
export type WebhookPayload = {
  type: string
  timestamp: string
  companyId: string
  webhookId: string
  event?: {
    seq: number
    version: number
    type: string
    actorId?: string
    actorRole: "owner" | "admin" | "team" | "system" | "tenant"
    happenedAt: string
    recordedAt: string
    clock: "device" | "server"
    commandId: string
    ordinal: number
    sentence: string
    changes: Array<{
      field: "jobRef" | "apartmentName" | "createdAt" | "jobStatus" | "warning" | "jobStart" | "jobEnd" | "access" | "assignedTo" | "nextVisitHours" | "nextVisitPeople" | "workOrder" | "agency" | "receivedBy" | "invoice" | "invoiceVat" | "description" | "status" | "ready" | "price" | "note" | "src" | "arrivedAt" | "leftAt" | "expectedAt" | "reason" | "why" | "tried" | "tenantCalledAt" | "officeCalledAt" | "atDoorFrom" | "doorNote" | "position" | "hazard" | "severity" | "awareAt" | "reportedBy" | "reportedHow" | "words" | "level" | "step" | "due" | "metAt" | "found" | "proof" | "detail" | "ending" | "offeredAt" | "answer" | "findings" | "work" | "stay" | "contact" | "sentAt" | "sentHow" | "sentTo" | "textedTo" | "confirmed" | "suits" | "tenantMessage" | "toldTenant" | "mailMessage" | "packHas" | "side" | "signedBy" | "signer" | "fileFor" | "reference" | "site" | "jobId" | "category" | "purchaseDate" | "expectedDelivery" | "link" | "notes" | "address" | "postcode" | "keys" | "parking" | "stopcock" | "building" | "role" | "email" | "from" | "until" | "refuses" | "mergedInto" | "keptApart" | "title" | "where" | "howOften" | "firstDay" | "lastDay" | "onHolidays" | "jobMade" | "visitAt" | "taskList" | "check" | "date" | "doneOn" | "reportWords" | "room" | "howBad" | "reportAnswer" | "text" | "completed" | "userRole" | "state" | "fullName" | "initials" | "colour" | "telephone" | "name" | "timeZone" | "photosNeeded" | "tradingName" | "businessTier" | "expiryDate" | "standing" | "secondFactorFor" | "deadlineLaw" | "serviceLevels" | "vatNumber" | "vatRate" | "vatIncluded" | "termsDays" | "bankDetails" | "toldOffice" | "toldTeam" | "toldTenants" | "quietHours" | "viewShows" | "viewColumns"
      of?: string
      from?: string | number | boolean | Array<string>
      to?: string | number | boolean | Array<string>
    }>
    corrected?: {
      happenedAt: string
      reason: string
      version: number
    }
    unreadable?: string
    erased?: {
      at: string
      by: string
      reason: string
    }
    kind: "status" | "tasks" | "schedule" | "money" | "notes" | "images" | "files" | "parts" | "sites" | "recurring" | "reports" | "people" | "job" | "deadlines"
    by: "person" | "tenant" | "fettle" | "stripe"
    stream: "job" | "part" | "site" | "recurring" | "report" | "todo" | "views" | "member" | "company"
    streamId: string
    place?: {
      jobId?: string
      jobRef: string
      apartmentName: string
    }
    why?: string
    importedFrom?: string
    hash: string
  }
  people: Record<string, string>
}
