import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [{ ...friendly, topic: 'How to start composting on a balcony' }],
    [{ ...formal, topic: 'Reading a pay slip for the first time' }],
    [{ ...friendly, topic: 'A weekend in Lisbon without a car' }],
    [
      {
        ...friendly,
        topic: 'Packing light for a week of business travel',
        instructions: 'Seven numbered tips. About 600 words.',
        length: 600,
      },
      { numbered: 7 },
    ],
    [
      {
        ...formal,
        topic: 'Heat pumps or gas boilers for a small house',
        target: 'owners who have to decide this year',
        instructions: 'Include a table of costs.',
      },
      { hasTable: true },
    ],
  ]),
  ...entries('document', 'en', [
    [
      {
        topic: 'Opening the office kitchen to a local caterer',
        purpose: 'for the managing director to decide',
      },
    ],
    [{ topic: 'Lessons from a delayed product launch', purpose: 'to agree on changes with the team leads' }],
    [{ topic: 'Moving our shared files to the cloud', purpose: 'to ask for a budget' }],
    [
      {
        topic: 'Results of our customer survey',
        purpose: 'to choose three improvements',
        information:
          '412 answers; 38% name slow delivery, 27% unclear invoices, 19% phone waiting time; 81% would recommend us',
        instructions: 'Put the figures in a table.',
      },
      { hasTable: true, includes: ['412', '38', '27', '81'] },
    ],
    [
      {
        topic: 'A bicycle allowance for staff',
        purpose: 'for the works council',
        target: 'people who doubt it',
        instructions: 'About 700 words, and answer three objections.',
        length: 700,
      },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'Crumb',
        overview: 'A bakery that sells yesterday’s bread by subscription',
        format: ['Problem', 'Solution', 'Market', 'Team'],
      },
    ],
    [
      {
        name: 'Deskside',
        overview: 'Physiotherapists visit offices for fifteen-minute sessions',
        format: ['Opportunity', 'Offer', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Second Lens',
        overview: 'Refurbished cameras with a one-year guarantee, sold online',
        format: ['Problem', 'Solution', 'Financials'],
      },
    ],
    [
      {
        name: 'Night Nanny Co-op',
        overview: 'Night care for newborns, owned by its carers',
        format: ['Need', 'Model', 'Financials'],
        information: '12 carers, 31 families served, $38 an hour',
        instructions: 'Include a table for the first year.',
      },
      { hasTable: true, includes: ['12', '31', '38'] },
    ],
    [
      {
        name: 'Kite School',
        overview: 'Kitesurfing lessons for women over forty',
        format: ['Customers', 'Competition', 'Marketing'],
        length: 900,
      },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'I like order.',
        career: 'Library assistant for two years',
        duty: 'Archive clerk',
        questions: [question('Why this role?', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I learn tools fast.',
        career: 'Biology degree, lab internship of four months',
        duty: 'Clinical data assistant',
        questions: [question('Why this role?', 900), question('A mistake you corrected', 1_200)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I am patient.',
        career: 'Bike mechanic, then trainer of three apprentices',
        duty: 'Field service technician',
        questions: [question('A hard fault you found', 1_200)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I write clearly.',
        career: 'Student newspaper editor, 40 articles edited, two summers at a charity',
        duty: 'Communications assistant',
        questions: [question('Why us?', 900), question('A deadline you saved', 1_300)],
        target: 'a housing charity',
        instructions: 'Do not use the word "passionate".',
      },
      { excludes: ['passionate'] },
    ],
    [
      {
        ...formal,
        introduce: 'I keep calm when it is loud.',
        career: 'Restaurant shift lead, 3 years',
        duty: 'Emergency call handler',
        questions: [question('Working under pressure', 1_000)],
      },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'Asking for a raise',
        strong_points: 'two years in the role, took over a second region',
        receiver: 'my manager',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Saying no to a freelance job',
        strong_points: 'fully booked until March',
        receiver: 'a former client',
      },
    ],
    [
      {
        ...formal,
        topic: 'Complaint about a wrong delivery',
        strong_points: 'ordered a grey chair, got a green one, second time',
      },
    ],
    [
      {
        ...formal,
        topic: 'Inviting a speaker to our meetup',
        strong_points: '60 people, 20 minutes, Thursday 12 March at 6 pm, travel is paid',
        sender: 'Dana Ruiz',
        instructions: 'Under 150 words.',
        length: 140,
      },
      { includes: ['60', '20 minutes', '12 March', 'Dana Ruiz'] },
    ],
    [
      {
        ...friendly,
        topic: 'Thanking a neighbor who looked after our cat',
        strong_points: 'ten days, the cat was ill once',
        receiver: 'Mrs. Hall',
      },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'Houseplants that forgive you', slide_count: 5 }],
    [{ ...friendly, topic: 'How to sharpen a kitchen knife', slide_count: 6 }],
    [{ ...formal, topic: 'What a structural survey covers', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Our repair evening',
        information: 'First Tuesday, 7 pm, Mill Street 4, bring one broken thing',
        slide_count: 4,
      },
      { includes: ['7 pm', 'Mill Street 4'] },
    ],
    [
      {
        ...friendly,
        topic: 'Mistakes first-time renters make',
        slide_count: 6,
        instructions: 'One mistake a slide, no emoji.',
      },
    ],
  ]),
]
