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
    [{ ...friendly, topic: 'Learning to swim as an adult' }],
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
        ...formal,
        topic: 'Heat pump or gas furnace for an old house',
        keywords: 'heat pump vs furnace, heating cost',
        information:
          'quote for the heat pump $11,400, furnace $6,200, winters down to 10 °F, house from 1954',
        target: 'people who own an old house',
        instructions: 'Put the comparison in a table. Don’t tell me which to buy.',
      },
      { hasTable: true, includes: ['11,400', '6,200'] },
    ],
  ]),
  ...entries('document', 'en', [
    [{ topic: 'Moving our team meeting to every other week', purpose: 'to get the director to agree' }],
    [{ topic: 'Why the break room is always a mess', purpose: 'to suggest what to do about it' }],
    [{ topic: 'Switching to paperless invoices', purpose: 'for the finance committee' }],
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
        topic: 'What to do when the power goes out at the shelter',
        purpose: 'instructions for volunteers',
        target: 'people on their first night shift',
        instructions: 'Numbered steps, no jargon, around 400 words.',
        length: 400,
      },
      { numbered: 5 },
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
        name: 'Harvest Van',
        overview: 'A van that brings farm produce to apartment buildings twice a week',
        format: ['Problem', 'Solution', 'Marketing', 'Financials'],
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
        name: 'Birchwood Honey',
        overview: 'My parents’ beehives; I want to sell the honey at hotels and gift shops',
        format: ['Product', 'Customers', 'Sales plan'],
        instructions: 'It’s for a small loan from a credit union. About 700 words.',
        length: 700,
      },
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
        introduce: 'I stay calm when it gets busy.',
        career: 'Line cook for two years, food safety certificate',
        duty: 'Hospital kitchen assistant',
        questions: [question('What would you bring to our kitchen?', 1_000)],
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
        introduce: 'I grew up translating for my parents.',
        career: 'School office for a year, Vietnamese and English, notary',
        duty: 'Court clerk',
        questions: [question('Describe a time you explained something difficult.', 1_000)],
        instructions: 'Mention that I am a notary.',
      },
      { includes: ['notary'] },
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
        topic: 'Declining a wedding photography job',
        strong_points: 'already booked that day, know someone who is good',
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
        topic: 'Carpool for soccer practice',
        strong_points: 'Tuesdays and Thursdays at 5, room for three, starts March 2',
        receiver: 'the parents on the team',
        instructions: 'Ask who wants to drive which day.',
      },
      { includes: ['March 2'] },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'How to pack for a weekend with one bag', slide_count: 5 }],
    [{ ...friendly, topic: 'Five lunches from one roast chicken', slide_count: 6 }],
    [{ ...formal, topic: 'What to check before you rent an apartment', slide_count: 5 }],
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
        topic: 'Mistakes people make with sourdough',
        target: 'people on their first starter',
        slide_count: 6,
        instructions: 'One mistake per slide, two lines at most, no emoji.',
      },
    ],
  ]),
]
