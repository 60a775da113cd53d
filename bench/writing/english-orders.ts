import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [
      {
        ...friendly,
        topic: 'How to keep houseplants alive in winter',
        keywords: 'houseplants winter, overwatering, grow light',
      },
    ],
    [{ ...formal, topic: 'What to do in the first week after you lose your job' }],
    [{ ...friendly, topic: 'Making friends after moving to a small town' }],
    [
      {
        ...friendly,
        topic: 'Getting a toddler to sleep in their own bed',
        target: 'parents of a two-year-old and a newborn',
        instructions: 'Six numbered steps, no crying it out. Around 600 words.',
        length: 600,
      },
      { numbered: 6 },
    ],
    [
      {
        ...friendly,
        topic: 'Our night train from Vienna to Venice with two kids',
        keywords: 'night train with kids, Vienna to Venice',
        information:
          '219 euros for a compartment for four, flying would have been 340, breakfast on board, the little one fell out of bed once',
        target: 'families who have always flown',
        instructions: 'Costs in a small table, about 800 words, nothing about the climate.',
        length: 800,
      },
      { hasTable: true, includes: ['219', '340'], excludes: ['climate'] },
    ],
  ]),
  ...entries('document', 'en', [
    [{ topic: 'Moving our team meeting to every other week', purpose: 'to get the director to agree' }],
    [{ topic: 'Why the break room is always a mess', purpose: 'to suggest what to do about it' }],
    [{ topic: 'Letting people bring their dogs on Fridays', purpose: 'for the office manager' }],
    [
      {
        topic: 'The first six months of our tool library',
        purpose: 'to decide whether the town keeps paying for it',
        information:
          '212 members, 640 loans, 9 tools broken and 2 never returned, $3,100 a month, most loans in April and May',
        instructions: 'Use a table for the numbers. Include what went wrong.',
      },
      { hasTable: true, includes: ['212', '640', '3,100'] },
    ],
    [
      {
        topic: 'Lost property at the bus station',
        purpose: 'to get it handled differently',
        target: 'an operations manager who reads one page only',
        information:
          '1,460 items last year, 38% claimed, mostly umbrellas and phones, two shelves, nobody in charge on Sundays',
        instructions: 'What we want first, as three numbered requests. Blame nobody. About 450 words.',
        length: 450,
      },
      { numbered: 3, includes: ['1,460', '38', 'Sunday'] },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'Second Spin',
        overview: 'We repair old bicycles and sell them to students by the semester',
        format: ['Problem', 'Solution', 'Market', 'Team'],
      },
    ],
    [
      {
        name: 'Quiet Hour',
        overview: 'A hair salon for people who find salons too loud',
        format: ['Concept', 'Customers', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Night Shift Laundry',
        overview: 'Laundry pickup for nurses and other people who work nights',
        format: ['Problem', 'Service', 'Competition', 'Financials'],
      },
    ],
    [
      {
        name: 'Stagehand',
        overview: 'Sewing and alteration classes for school theater groups',
        format: ['Overview', 'Operations', 'Financials'],
        information: '2 schools signed, $85 an hour, one teacher and me, $4,200 in machines already bought',
        instructions: 'First year in a table. No mention of online courses.',
      },
      { hasTable: true, includes: ['$85', '4,200'], excludes: ['online course'] },
    ],
    [
      {
        name: 'Low Tide Sauna',
        overview: 'A floating sauna in the harbor that people rent by the hour',
        format: ['Idea', 'Guests', 'Operations', 'Money'],
        information:
          'seats 8, 60 euros an hour, raft and stove 38,500 euros, harbor permit until October, my brother is a welder',
        instructions:
          'The town council reads it, so no startup talk. A busy and a slow month in a table. About 800 words.',
        length: 800,
      },
      { hasTable: true, includes: ['38,500', '60', 'October'], excludes: ['startup'] },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'I read the manual first.',
        career: 'One year at a hardware store, certificate in bookkeeping',
        duty: 'Accounts payable clerk',
        questions: [question('Why this job?', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I notice when something is off.',
        career: 'Chemistry degree, eight months in a water testing lab, tutor',
        duty: 'Quality technician',
        questions: [
          question('Tell us about yourself.', 700),
          question('Tell us about a mistake you caught.', 1_200),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I would rather be outside, even in the rain.',
        career: 'Forestry diploma, three summers of landscaping',
        duty: 'Park maintenance worker',
        questions: [question('Why do you want to work for the city?', 900)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'People ask me for directions everywhere I go.',
        career: 'Museum gift shop for three years, history degree, walking tours in the summer',
        duty: 'Visitor services associate',
        questions: [
          question('Why do you want to work here?', 900),
          question('Describe a time you handled a crowd.', 1_300),
        ],
        target: 'a science museum',
        instructions: 'Please leave out the word "love".',
      },
      { excludes: [' love '] },
    ],
    [
      {
        ...formal,
        introduce: 'I talk with my hands.',
        career: 'Two years as a classroom aide, sign language course, waited tables',
        duty: 'Speech therapy assistant',
        questions: [
          question('Why our clinic?', 700),
          question('Tell us about a child who was hard to reach.', 1_200),
        ],
        target: 'a children’s clinic',
        instructions: 'Use the boy who only talked about trains. Don’t say "passionate".',
      },
      { includes: ['trains'], excludes: ['passionate'] },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'Asking my landlord to fix the heating',
        strong_points: 'no heat since Sunday, called twice, two small children',
        receiver: 'the property manager',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Telling my book club I have to skip a month',
        strong_points: 'new job, back in February, will still read it',
      },
    ],
    [
      {
        ...formal,
        topic: 'Asking the library to drop a late fee',
        strong_points: 'was in the hospital, book is back now, never late before',
      },
    ],
    [
      {
        ...formal,
        topic: 'Asking for a raise',
        strong_points: 'two years in the job, took over payroll in May, last raise in 2024',
        sender: 'Marisol Vega',
        instructions: 'Confident, not pushy, under 180 words.',
        length: 160,
      },
      { includes: ['May', 'Marisol Vega'] },
    ],
    [
      {
        ...friendly,
        topic: 'Thank you for painting the village hall',
        strong_points: 'done a day early, leftover paint is in the shed, lunch on June 6 at noon',
        sender: 'Tomasz',
        receiver: 'everyone who helped',
        instructions: 'Can be funny, under 150 words. Ask what people can’t eat.',
        length: 140,
      },
      { includes: ['June 6', 'Tomasz'] },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'How to pack for a weekend with one bag', slide_count: 5 }],
    [{ ...friendly, topic: 'Five lunches from one roast chicken', slide_count: 6 }],
    [{ ...formal, topic: 'How to read your first pay stub', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Free bike check at our shop',
        information: 'Saturday April 18, 10 to 2, brakes and tires, no appointment, coffee from next door',
        slide_count: 4,
      },
      { includes: ['April 18'] },
    ],
    [
      {
        ...friendly,
        topic: 'Starting guitar with fifteen minutes a day',
        target: 'people over fifty',
        information: 'used guitar $120, two chords the first week, first song in week three',
        slide_count: 5,
        instructions: 'Don’t bring up talent. Last slide asks them something.',
      },
      { includes: ['$120'], excludes: ['talent'] },
    ],
  ]),
]
